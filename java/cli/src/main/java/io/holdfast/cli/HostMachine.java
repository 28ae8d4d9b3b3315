package io.holdfast.cli;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** This machine. Used by one thread. */
final class HostMachine implements Machine {

  private static final String AGENT = "holdfast-agent";
  private static final byte[] COMMAND_LINE =
      "/proc/self/cmdline".getBytes(StandardCharsets.US_ASCII);

  private @Nullable Posix posix;

  @Override
  public Posix posix() throws BindingUnavailableException {
    if (posix == null) {
      posix = Bindings.load();
    }
    return posix;
  }

  @Override
  public LocalReport qualify(LocalRequest request, Consumer<Answer> progress)
      throws LitmusException, BindingUnavailableException {
    Posix binding = posix();
    return new LocalQualifier(
            binding,
            HostMachine::startAgent,
            new ThisHost(binding),
            NanoClock.system(),
            EpochClock.system())
        .qualify(request, progress);
  }

  private record ThisHost(Posix posix) implements HostIdentity {
    @Override
    public String bootId() {
      byte[] id = new byte[36];
      return posix.bootId(id) < 0 ? "" : new String(id, StandardCharsets.US_ASCII);
    }

    @Override
    public String hostName() {
      byte[] name = new byte[256];
      return RawPath.of(Arrays.copyOf(name, Math.max(0, posix.gethostname(name)))).toString();
    }

    @Override
    public boolean isSynthetic() {
      return false;
    }
  }

  /** The arguments of this process as the kernel keeps them, each with a NUL behind it. */
  byte[] commandLine() throws BindingUnavailableException, CommandFailure {
    try {
      return readCommandLine(posix());
    } catch (PosixException e) {
      throw CommandFailure.environment("the arguments cannot be read: " + e.getMessage(), null);
    }
  }

  private static byte[] readCommandLine(Posix posix) throws PosixException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[Posix.TRANSFER_LIMIT];
    try (Descriptor file =
        Descriptor.open(posix, Flags.AT_FDCWD, COMMAND_LINE, Flags.O_RDONLY, 0)) {
      while (all.size() <= RawArguments.COMMAND_LINE_LIMIT) {
        int count = posix.read(file.number(), buffer, 0, buffer.length);
        if (PosixException.check(count, "read", COMMAND_LINE) == 0) {
          return all.toByteArray();
        }
        all.write(buffer, 0, count);
      }
    }
    throw PosixException.of("read", Errno.EFBIG.asResult(), COMMAND_LINE);
  }

  /** The file may go as soon as its program runs. */
  private static Process startAgent() throws IOException {
    try (NativeFile file = NativeFiles.find(AGENT)) {
      return new ProcessBuilder(file.path()).start();
    }
  }
}
