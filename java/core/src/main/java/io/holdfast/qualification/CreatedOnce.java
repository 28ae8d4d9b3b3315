package io.holdfast.qualification;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file that is made once, durably, and then only read. Any number of processes may keep something
 * in it at one moment: what the first of them kept is what all are answered.
 */
final class CreatedOnce {

  /** Longest content, in bytes. */
  static final int LIMIT = 4096;

  private final Posix posix;
  private final RawPath directory;
  private final Name name;

  CreatedOnce(Posix posix, RawPath directory, Name name) {
    this.posix = posix;
    this.directory = directory;
    this.name = name;
  }

  /**
   * Makes the file where there is none; equals {@link Durable#publish}.
   *
   * @param content 1 to {@value #LIMIT} bytes
   * @return what the file holds from now on: the content, or what was there before
   * @throws IOException nothing is known of it: no such directory, a symbolic link, EACCES, a
   *     failed barrier, something that is no file of ours
   */
  byte[] keep(byte[] content) throws IOException {
    if (content.length == 0 || content.length > LIMIT) {
      throw new IllegalArgumentException("1 to " + LIMIT + " bytes are kept");
    }
    try (Dir dir = Dir.open(posix, directory);
        Durable durable = new Durable(posix, DurableOptions.defaults())) {
      boolean made = durable.publish(dir, name, content) == Durable.Publication.CREATED;
      return made ? content : read(dir);
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      throw new IOException(name + " in " + directory + " cannot be kept: " + e.getMessage(), e);
    }
  }

  /**
   * What the file holds; empty where it is not there, and where nothing is in it yet.
   *
   * @throws IOException nothing is known of it
   */
  Optional<byte[]> look() throws IOException {
    long[] slots = new long[FileStat.SLOTS];
    try (Dir dir = Dir.open(posix, directory)) {
      int found = posix.fstatat(dir.fd(), name.bytes(), slots, Flags.AT_SYMLINK_NOFOLLOW);
      if (Errno.ENOENT.is(found)) {
        return Optional.empty();
      }
      PosixException.check(found, "fstatat", name.bytes());
      return FileStat.of(slots).size() == 0 ? Optional.empty() : Optional.of(read(dir));
    } catch (PosixException e) {
      throw new IOException(name + " in " + directory + " cannot be read: " + e.getMessage(), e);
    }
  }

  private byte[] read(Dir dir) throws IOException, PosixException {
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    byte[] content = new byte[LIMIT + 1];
    int length = 0;
    try (Descriptor file = Descriptor.open(posix, dir.fd(), name.bytes(), flags, 0)) {
      long[] slots = new long[FileStat.SLOTS];
      PosixException.check(posix.fstat(file.number(), slots), "fstat", name.bytes());
      if (!FileStat.of(slots).isRegular()) {
        throw new IOException(
            name + " in " + directory + " is no regular file; it is left as it is");
      }
      for (int count = -1; count != 0 && length < content.length; ) {
        count = posix.pread(file.number(), content, length, content.length - length, length);
        if (!Errno.EINTR.is(count)) {
          length += PosixException.check(count, "pread", name.bytes());
        }
      }
    }
    if (length == 0 || length > LIMIT) {
      throw new IOException(
          name + " in " + directory + " has not 1 to " + LIMIT + " bytes; it is left as it is");
    }
    return Arrays.copyOf(content, length);
  }
}
