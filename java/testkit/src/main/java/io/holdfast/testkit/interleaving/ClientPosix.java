package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.InterceptingPosix;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client's view of the shared storage. Its looks may show any state since its own last change
 * of the same directory; its changes may be done and answer an error, or be carried out again.
 */
final class ClientPosix extends InterceptingPosix {

  private static final List<Errno> ERRORS = List.of(Errno.EIO, Errno.ETIMEDOUT, Errno.EINTR);

  private final SharedStorage storage;
  private final Dangers dangers;
  private final SplittableRandom random;
  private final Runnable between;
  private final Posix kernel;
  private final Set<Integer> directories = new HashSet<>();
  private final Map<Long, Long> freshSince = new HashMap<>();

  /**
   * A client.
   *
   * @param between runs before and after each call: others go on, or this one dies
   */
  ClientPosix(
      Posix kernel,
      SharedStorage storage,
      Dangers dangers,
      SplittableRandom random,
      Runnable between) {
    super(kernel);
    this.kernel = kernel;
    this.storage = storage;
    this.dangers = dangers;
    this.random = random;
    this.between = between;
  }

  /** Whether something that has so many chances in a thousand happens now. */
  static boolean happens(SplittableRandom random, int chances) {
    return random.nextInt(1000) < chances;
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    between.run();
    long result = proceed.getAsLong();
    between.run();
    return result;
  }

  // ---- looks

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    Long directory = directory(dirfd);
    boolean opensDirectory = (flags & Flags.O_DIRECTORY) != 0;
    if (directory != null && opensDirectory && path.length == 1 && isStale()) {
      between.run();
      NameHistory history = storage.history(directory);
      return storage.openAsItWas(kernel, history, earlier(directory, history));
    }
    if (directory != null && !opensDirectory && (flags & Flags.O_CREAT) == 0 && isStale()) {
      Optional<OptionalInt> stale = asItWas(directory, text(path));
      if (stale.isPresent()) {
        between.run();
        return stale.get().isEmpty()
            ? Errno.ENOENT.asResult()
            : kernel.openat(Flags.AT_FDCWD, pastPath(stale.get()), flags, mode);
      }
    }
    if (directory != null && opensDirectory && path.length > 1 && isStale()) {
      Optional<OptionalInt> stale = asItWas(directory, text(path));
      if (stale.isPresent() && stale.get().isEmpty()) {
        between.run();
        return Errno.ENOENT.asResult();
      }
    }
    int result = super.openat(dirfd, path, flags, mode);
    if (result >= 0 && opensDirectory) {
      directories.add(result);
      storage.opened(Objects.requireNonNull(directory(result)));
    } else if (result >= 0 && directory != null && (flags & Flags.O_CREAT) != 0) {
      storage.appeared(kernel, dirfd, directory, text(path));
      hasChanged(directory);
    }
    return result;
  }

  @Override
  public int close(int fd) {
    directories.remove(fd);
    return super.close(fd);
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    Long directory = directory(dirfd);
    if (directory != null && path.length > 0 && isStale()) {
      Optional<OptionalInt> stale = asItWas(directory, text(path));
      if (stale.isPresent() && !isDirectory(stale.get())) {
        between.run();
        return stale.get().isEmpty()
            ? Errno.ENOENT.asResult()
            : kernel.statx(Flags.AT_FDCWD, pastPath(stale.get()), flags, mask, stat);
      }
    }
    return super.statx(dirfd, path, flags, mask, stat);
  }

  private static boolean isDirectory(OptionalInt file) {
    return file.isPresent() && file.getAsInt() == NameHistory.DIRECTORY;
  }

  private boolean isStale() {
    return happens(random, dangers.staleLook());
  }

  /** Where a name led to at a moment that this client may still remember. */
  private Optional<OptionalInt> asItWas(long directory, String name) {
    NameHistory history = storage.history(directory);
    return history.knows(name)
        ? Optional.of(history.at(name, earlier(directory, history)))
        : Optional.empty();
  }

  private long earlier(long directory, NameHistory history) {
    long oldest = Math.min(freshSince.getOrDefault(directory, 0L), history.now());
    return random.nextLong(oldest, history.now() + 1);
  }

  private void hasChanged(long directory) {
    freshSince.put(directory, storage.history(directory).now());
  }

  // ---- changes

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    Long directory = directory(dirfd);
    int result = super.mkdirat(dirfd, path, mode);
    if (result == 0 && directory != null) {
      storage.appeared(directory, text(path));
      hasChanged(directory);
    }
    return result;
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    Long directory = directory(oldDirfd);
    if (directory == null || !directory.equals(directory(newDirfd))) {
      return super.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags);
    }
    String from = text(oldPath);
    String to = text(newPath);
    return change(
        directory,
        Errno.ENOENT,
        (by, dirfd) -> storage.rename(by, dirfd, directory, from, to),
        oldDirfd);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    Long directory = directory(newDirfd);
    if (directory == null || !directory.equals(directory(oldDirfd))) {
      int result = super.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
      if (result == 0 && directory != null) {
        storage.appeared(kernel, newDirfd, directory, text(newPath));
        hasChanged(directory);
      }
      return result;
    }
    String from = text(oldPath);
    String to = text(newPath);
    return change(
        directory,
        Errno.EEXIST,
        (by, dirfd) -> storage.link(by, dirfd, directory, from, to),
        newDirfd);
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    Long directory = directory(dirfd);
    if (directory == null || flags != 0) {
      return super.unlinkat(dirfd, path, flags);
    }
    String name = text(path);
    return change(
        directory, Errno.ENOENT, (by, fd) -> storage.unlink(by, fd, directory, name), dirfd);
  }

  /** A change of names, made by a process through its own descriptor of the directory. */
  @FunctionalInterface
  private interface Change {
    int make(Posix by, int dirfd);
  }

  private int change(long directory, Errno whenAskedTwice, Change change, int dirfd) {
    between.run();
    boolean fails = happens(random, dangers.error());
    Errno error = ERRORS.get(random.nextInt(ERRORS.size()));
    int result = fails && random.nextBoolean() ? error.asResult() : change.make(kernel, dirfd);
    if (result == 0) {
      hasChanged(directory);
    }
    if (happens(random, dangers.duplicate())) {
      storage.travel(() -> change.make(storage.server(), storage.serverDirectory(directory)));
    }
    between.run();
    if (fails) {
      return error.asResult();
    }
    return result == 0 && happens(random, dangers.lostReply()) ? whenAskedTwice.asResult() : result;
  }

  /** The inode of a descriptor that is a directory's; another after a restart of the server. */
  private @Nullable Long directory(int fd) {
    long[] slots = new long[FileStat.SLOTS];
    boolean isThere = directories.contains(fd) && kernel.fstat(fd, slots) == 0;
    return isThere ? FileStat.of(slots).ino() : null;
  }

  private byte[] pastPath(OptionalInt file) {
    return storage.pastPath(file.getAsInt());
  }

  private static String text(byte[] path) {
    return new String(path, StandardCharsets.ISO_8859_1);
  }
}
