package io.holdfast.lab;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Paths that are unusual, on an ext4: what the kernel takes must work, the rest be refused. */
final class OddNameRig extends Rig {

  /** What is odd about the path. */
  enum Oddity {
    NOT_UTF8("a name that is not UTF-8"),
    NOT_UTF8_MISSING("a missing name that is not UTF-8"),
    NEWLINE("a name with a space and a newline"),
    LONG("a path of 4,000 bytes"),
    TOO_LONG("a path of 4,200 bytes");

    private final String title;

    Oddity(String title) {
      this.title = title;
    }
  }

  private static final int LONG_BYTES = 4000;
  private static final int TOO_LONG_BYTES = 4200;
  private static final int NAME_BYTES = 200;
  private static final byte[] NOT_UTF8_NAME = {'s', 't', (byte) 0xff, 't', 'e'};

  private final Oddity oddity;

  OddNameRig(Oddity oddity) {
    super(oddity.title, DiskFileSystem.EXT4.needs());
    this.oddity = oddity;
  }

  @Override
  Place raise(Site site) throws IOException, PosixException {
    RawPath mounted = LoopRig.rawMount(site, DiskFileSystem.EXT4);
    Posix posix = binding();
    return Place.of(
        switch (oddity) {
          case NOT_UTF8 -> made(posix, mounted, RawPath.of(NOT_UTF8_NAME));
          case NOT_UTF8_MISSING -> mounted.resolve(RawPath.of(NOT_UTF8_NAME));
          case NEWLINE -> made(posix, mounted, RawPath.of("a state\nroot"));
          case LONG -> deep(posix, mounted, LONG_BYTES);
          case TOO_LONG -> deep(posix, mounted, TOO_LONG_BYTES);
        });
  }

  private static Posix binding() throws RigException {
    try {
      return Bindings.load();
    } catch (BindingUnavailableException e) {
      throw new RigException(String.valueOf(e.getMessage()), e);
    }
  }

  private static RawPath made(Posix posix, RawPath parent, RawPath name) throws PosixException {
    RawPath path = parent.resolve(name);
    PosixException.check(
        posix.mkdirat(Flags.AT_FDCWD, path.bytes(), 0700), "mkdirat", path.bytes());
    return path;
  }

  /** Makes directories in directories, from descriptor to descriptor, up to a length. */
  private static RawPath deep(Posix posix, RawPath top, int length) throws PosixException {
    RawPath path = top;
    Descriptor directory = open(posix, Flags.AT_FDCWD, top.bytes());
    try {
      while (path.bytes().length < length) {
        byte[] name = name(length - path.bytes().length - 1);
        PosixException.check(posix.mkdirat(directory.number(), name, 0700), "mkdirat", name);
        Descriptor next = open(posix, directory.number(), name);
        directory.close();
        directory = next;
        path = path.resolve(RawPath.of(name));
      }
      return path;
    } finally {
      directory.close();
    }
  }

  /** A name that leaves either nothing or room for a slash and a name. */
  private static byte[] name(int left) {
    int length = left <= NAME_BYTES ? left : Math.min(NAME_BYTES, left - 2);
    byte[] name = new byte[length];
    Arrays.fill(name, "d".getBytes(StandardCharsets.US_ASCII)[0]);
    return name;
  }

  private static Descriptor open(Posix posix, int dirfd, byte[] path) throws PosixException {
    return Descriptor.open(posix, dirfd, path, Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
  }
}
