package io.holdfast.testkit.contract;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A directory of its own for one test, made and removed through the {@link Posix} under test.
 *
 * <p>It lies in the directory that the system property {@value #PARENT_PROPERTY} names, so that a
 * contract can be held on any file system; without it where the JVM puts temporary files.
 */
public final class ScratchDirectory implements AutoCloseable {

  /** Names the directory in which scratch directories are made. */
  public static final String PARENT_PROPERTY = "holdfast.contract.directory";

  private static final int DIRECTORY = Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW;

  private final Posix posix;
  private final RawPath path;
  private final Descriptor parent;
  private final byte[] name;
  private final Descriptor directory;

  private ScratchDirectory(
      Posix posix, RawPath path, Descriptor parent, byte[] name, Descriptor directory) {
    this.posix = posix;
    this.path = path;
    this.parent = parent;
    this.name = name;
    this.directory = directory;
  }

  /** Where they are made unless another place is given. */
  public static RawPath parent() {
    return RawPath.of(
        System.getProperty(PARENT_PROPERTY, System.getProperty("java.io.tmpdir", "/tmp")));
  }

  /** Makes one. */
  public static ScratchDirectory create(Posix posix) throws PosixException {
    return create(posix, parent());
  }

  /** Makes one in a directory that is there. */
  public static ScratchDirectory create(Posix posix, RawPath above) throws PosixException {
    Descriptor parent =
        Descriptor.open(
            posix, Flags.AT_FDCWD, above.bytes(), Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    byte[] name = RawPath.of("holdfast-contract." + HexFormat.of().formatHex(random)).bytes();
    PosixException.check(posix.mkdirat(parent.number(), name, 0700), "mkdirat", name);
    Descriptor directory = Descriptor.open(posix, parent.number(), name, DIRECTORY, 0);
    RawPath path = above.resolve(RawPath.of(name));
    return new ScratchDirectory(posix, path, parent, name, directory);
  }

  /** The directory's path. */
  public RawPath path() {
    return path;
  }

  /** The directory's descriptor, opened O_RDONLY|O_DIRECTORY; closed with this object. */
  public int descriptor() {
    return directory.number();
  }

  /**
   * Removes everything below the directory, and it.
   *
   * @throws PosixException when something cannot be removed; descriptors are closed all the same
   */
  @Override
  public void close() throws PosixException {
    try (parent;
        directory) {
      empty(posix, directory.number());
      PosixException.check(
          posix.unlinkat(parent.number(), name, Flags.AT_REMOVEDIR), "unlinkat", name);
    }
  }

  private static void empty(Posix posix, int directory) throws PosixException {
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, directory)) {
      int result = posix.unlinkat(directory, entry.name(), 0);
      if (Errno.EISDIR.is(result)) {
        PosixException.check(posix.fchmodat(directory, entry.name(), 0700), "fchmodat");
        try (Descriptor below = Descriptor.open(posix, directory, entry.name(), DIRECTORY, 0)) {
          empty(posix, below.number());
        }
        result = posix.unlinkat(directory, entry.name(), Flags.AT_REMOVEDIR);
      }
      PosixException.check(result, "unlinkat", entry.name());
    }
  }
}
