package io.holdfast.testkit.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Map;
import java.util.TreeMap;

/** Reads everything below a directory: contents by path, a word of its own for a directory. */
public final class Tree {

  private static final int BUFFER_BYTES = 16 * 1024;

  private final Posix posix;
  private final Map<String, String> found = new TreeMap<>();

  private Tree(Posix posix) {
    this.posix = posix;
  }

  /** Answers nothing where the directory itself is absent. */
  public static Map<String, String> read(Posix posix, RawPath root) {
    Tree tree = new Tree(posix);
    try {
      tree.readDirectory(Flags.AT_FDCWD, root.bytes(), "");
    } catch (PosixException e) {
      if (!e.errno().equals(Errno.ENOENT) || !tree.found.isEmpty()) {
        throw new AssertionError("what was found cannot be read", e);
      }
    }
    return tree.found;
  }

  private void readDirectory(int dirfd, byte[] name, String prefix) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW;
    try (Descriptor directory = Descriptor.open(posix, dirfd, name, flags, 0)) {
      for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, directory.number())) {
        String path = prefix + new String(entry.name(), ISO_8859_1);
        if (entry.type() == Flags.DT_DIR) {
          found.put(path, Content.DIRECTORY);
          readDirectory(directory.number(), entry.name(), path + "/");
        } else {
          readFile(directory.number(), entry.name(), path);
        }
      }
    }
  }

  private void readFile(int dirfd, byte[] name, String path) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW;
    int opened = posix.openat(dirfd, name, flags, 0);
    if (Errno.ELOOP.is(opened)) {
      found.put(path, "link");
      return;
    }
    try (Descriptor file = Descriptor.own(posix, PosixException.check(opened, "openat", name))) {
      StringBuilder content = new StringBuilder();
      byte[] buffer = new byte[BUFFER_BYTES];
      int count;
      do {
        count = posix.pread(file.number(), buffer, 0, buffer.length, content.length());
        PosixException.check(count, "pread", name);
        content.append(new String(buffer, 0, count, ISO_8859_1));
      } while (count > 0);
      found.put(path, content.toString());
    }
  }
}
