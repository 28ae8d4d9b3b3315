package io.holdfast.lab.crash;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tested directory on a mounted file system. Used by one thread. */
final class MountedRemains implements Remains {

  private final Posix posix;
  private final String directory;
  private final byte[] buffer = new byte[Posix.TRANSFER_LIMIT];

  MountedRemains(Posix posix, String directory) {
    this.posix = posix;
    this.directory = directory;
  }

  @Override
  public byte @Nullable [] read(String path) throws IOException {
    Descriptor file = open(path, Flags.O_RDONLY);
    if (file == null) {
      return null;
    }
    try (file) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int read = check(posix.read(file.number(), buffer, 0, buffer.length), "read");
      while (read > 0) {
        bytes.write(buffer, 0, read);
        read = check(posix.read(file.number(), buffer, 0, buffer.length), "read");
      }
      return bytes.toByteArray();
    }
  }

  @Override
  public Collection<String> names(String shard) throws IOException {
    List<String> names = new ArrayList<>();
    Descriptor directory = open(shard, Flags.O_RDONLY | Flags.O_DIRECTORY);
    if (directory == null) {
      return names;
    }
    try (directory) {
      for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, directory.number())) {
        names.add(new String(entry.name(), StandardCharsets.UTF_8));
      }
    } catch (PosixException e) {
      throw new IOException(e.getMessage(), e);
    }
    return names;
  }

  /** Null where there is nothing. */
  private @Nullable Descriptor open(String path, int flags) throws IOException {
    byte[] whole = (directory + "/" + path).getBytes(StandardCharsets.UTF_8);
    int result = posix.openat(Flags.AT_FDCWD, whole, flags | Flags.O_NOFOLLOW, 0);
    if (Errno.ENOENT.is(result)) {
      return null;
    }
    return Descriptor.own(posix, check(result, "open"));
  }

  private static int check(int result, String call) throws IOException {
    try {
      return PosixException.check(result, call);
    } catch (PosixException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
