package io.holdfast.testkit.litmus;

import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A root and its lock object, as somebody sees and changes them who takes no part in a litmus. */
public final class RootLook implements AutoCloseable {

  private static final byte[] NAME = LockObject.NAME.getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER_BYTES = 4096;

  private final Posix posix;
  private final RawPath path;
  private final Descriptor directory;

  RootLook(Posix posix, RawPath path) throws PosixException {
    this.posix = posix;
    this.path = path;
    this.directory =
        Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
  }

  RawPath path() {
    return path;
  }

  boolean exists() throws PosixException {
    int result = look(new long[FileStat.SLOTS]);
    if (Errno.ENOENT.is(result)) {
      return false;
    }
    PosixException.check(result, "fstatat", NAME);
    return true;
  }

  FileStat stat() throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(look(slots), "fstatat", NAME);
    return FileStat.of(slots);
  }

  /** Every name in the root. */
  List<String> names() throws PosixException {
    return DirectoryEntries.list(posix, directory.number()).stream()
        .map(entry -> new String(entry.name(), StandardCharsets.ISO_8859_1))
        .toList();
  }

  byte[] read() throws PosixException {
    return read(NAME);
  }

  /** Another file of the root, as text. */
  String text(String name) throws PosixException {
    byte[] bytes = read(name.getBytes(StandardCharsets.US_ASCII));
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  private byte[] read(byte[] name) throws PosixException {
    try (Descriptor file = open(name, Flags.O_RDONLY)) {
      byte[] bytes = new byte[BUFFER_BYTES];
      int count =
          PosixException.check(
              posix.pread(file.number(), bytes, 0, bytes.length, 0), "pread", name);
      return Arrays.copyOf(bytes, count);
    }
  }

  /** Makes it, where there is none. */
  void write(byte[] bytes) throws PosixException {
    try (Descriptor file = open(NAME, Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL)) {
      PosixException.check(posix.pwrite(file.number(), bytes, 0, bytes.length, 0), "pwrite", NAME);
    }
  }

  /** Changes the beginning of one that is there, and no name. */
  void overwrite(byte[] bytes) throws PosixException {
    try (Descriptor file = open(NAME, Flags.O_RDWR)) {
      PosixException.check(posix.pwrite(file.number(), bytes, 0, bytes.length, 0), "pwrite", NAME);
    }
  }

  void symlink(String target) throws PosixException {
    byte[] bytes = target.getBytes(StandardCharsets.US_ASCII);
    PosixException.check(posix.symlinkat(bytes, directory.number(), NAME), "symlinkat", NAME);
  }

  void remove() throws PosixException {
    PosixException.check(posix.unlinkat(directory.number(), NAME, 0), "unlinkat", NAME);
  }

  private int look(long[] slots) {
    return posix.fstatat(directory.number(), NAME, slots, Flags.AT_SYMLINK_NOFOLLOW);
  }

  private Descriptor open(byte[] name, int flags) throws PosixException {
    return Descriptor.open(posix, directory.number(), name, flags, LockObject.MODE);
  }

  @Override
  public void close() {
    directory.close();
  }
}
