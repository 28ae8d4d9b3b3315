package io.holdfast.lab.crash;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.List;
import java.util.Map;

/** The two directories in which a workload works. */
final class Shards implements AutoCloseable {

  static final List<String> NAMES = List.of("a", "b");

  private final Dir root;
  private final Map<String, Dir> directories;

  private Shards(Dir root, Map<String, Dir> directories) {
    this.root = root;
    this.directories = directories;
  }

  /**
   * Makes the tested directory and the two in it, durably.
   *
   * @param path the root of a file system
   */
  static void make(Posix posix, Durable durable, RawPath path)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (Dir root = Dir.open(posix, path)) {
      for (String name : NAMES) {
        durable.makeDirs(root, List.of(Name.of(CrashGround.TESTED), Name.of(name)));
      }
    }
  }

  /** Leaves nothing dirty behind: what was done until now is no part of what may be lost. */
  static void syncFileSystem(Posix posix, RawPath path) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
    try (Descriptor root = Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), flags, 0)) {
      int result = posix.syncfs(root.number());
      // A FUSE file system has no syncfs; its log covers what its own barriers cover.
      if (!Errno.ENOSYS.is(result)) {
        PosixException.check(result, "syncfs", path.bytes());
      }
    }
  }

  /**
   * Opens them.
   *
   * @param path the tested directory
   */
  static Shards open(Posix posix, RawPath path) throws PosixException {
    Dir root = Dir.open(posix, path);
    return new Shards(
        root, Map.of("a", root.openChild(Name.of("a")), "b", root.openChild(Name.of("b"))));
  }

  /** The directory of {@code directory/name}. */
  Dir dirOf(String path) {
    Dir dir = directories.get(path.substring(0, path.indexOf('/')));
    if (dir == null) {
      throw new IllegalArgumentException("no such shard: " + path);
    }
    return dir;
  }

  /** The name of {@code directory/name}. */
  static Name nameOf(String path) {
    return Name.of(path.substring(path.indexOf('/') + 1));
  }

  @Override
  public void close() {
    directories.values().forEach(Dir::close);
    root.close();
  }
}
