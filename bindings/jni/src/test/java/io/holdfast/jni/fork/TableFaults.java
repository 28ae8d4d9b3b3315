package io.holdfast.jni.fork;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.InterceptingPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.proof.CallFault;
import io.holdfast.testkit.proof.FaultyStorage;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A fresh real directory; the fault strikes between the C library and the kernel. Power cuts cannot
 * be asked about here.
 */
final class TableFaults implements FaultyStorage {

  /** Less than a workload's contents, so that each of them takes several writes. */
  private static final int LONGEST_WRITE = 400;

  private static final byte[] OPEN_DESCRIPTORS = "/proc/self/fd".getBytes(US_ASCII);

  private final Posix faulty;
  private final Posix plain;
  private final ScratchDirectory directory;

  TableFaults(Posix posix) {
    faulty = posix;
    plain = new Paused(posix);
    CallTable.clear(LONGEST_WRITE);
    try {
      directory = ScratchDirectory.create(plain);
    } catch (PosixException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Posix faulty() {
    return faulty;
  }

  @Override
  public Posix plain() {
    return plain;
  }

  @Override
  public RawPath root() {
    return directory.path();
  }

  @Override
  public void arm(CallFault fault, int nth) {
    boolean done = fault.afterwards() || fault.call() == PosixCall.CLOSE;
    int errno = fault.errno().number();
    if (!CallTable.arm(nameInTable(fault.call()), nth, errno, done)) {
      throw new AssertionError("the table has no " + fault.call());
    }
  }

  private static String nameInTable(PosixCall call) {
    return switch (call) {
      case OPENAT -> "openat_mode";
      case CLOSE -> "close_raw";
      case FCHMOD -> "fchmod_raw";
      case STATX -> "statx_raw";
      case RENAMEAT2 -> "renameat2_raw";
      case GETDENTS64 -> "getdents64_raw";
      case SYNC_FILE_RANGE -> "sync_file_range";
      default -> call.method();
    };
  }

  @Override
  public void disarm() {
    CallTable.disarm();
  }

  @Override
  public boolean struck() {
    return CallTable.struck();
  }

  /** Those that lead into the directory: the JVM has others of its own. */
  @Override
  public int openDescriptors() {
    try (Descriptor all =
        Descriptor.open(
            plain, Flags.AT_FDCWD, OPEN_DESCRIPTORS, Flags.O_RDONLY | Flags.O_DIRECTORY, 0)) {
      return (int)
          DirectoryEntries.list(plain, all.number()).stream()
              .filter(entry -> leadsIntoDirectory(all.number(), entry.name()))
              .count();
    } catch (PosixException e) {
      throw new AssertionError(e);
    }
  }

  private boolean leadsIntoDirectory(int descriptors, byte[] number) {
    byte[] target = new byte[Posix.PATH_LIMIT];
    int length = plain.readlinkat(descriptors, number, target);
    byte[] root = directory.path().bytes();
    return length >= root.length && Arrays.equals(root, 0, root.length, target, 0, root.length);
  }

  @Override
  public List<String> contradictionsAfterPowerCut(Comparison comparison) {
    return List.of();
  }

  @Override
  public void close() {
    try {
      directory.close();
    } catch (PosixException e) {
      throw new AssertionError(e);
    }
  }

  /** Past the faults. */
  private static final class Paused extends InterceptingPosix {

    Paused(Posix delegate) {
      super(delegate);
    }

    @Override
    protected long around(Call call, LongSupplier proceed) {
      CallTable.pause(true);
      try {
        return proceed.getAsLong();
      } finally {
        CallTable.pause(false);
      }
    }
  }
}
