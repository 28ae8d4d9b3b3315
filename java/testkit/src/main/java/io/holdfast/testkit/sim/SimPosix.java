package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.PathBytes;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * One process on a {@link SimDisk}, as a binding: the contract of {@link Posix}, with Linux's
 * errnos. Any number of threads may use it; a blocked lock call blocks its thread.
 *
 * <p>Descriptors, open files and POSIX locks are this process's own; files, names, flock and OFD
 * locks meet those of the disk's other processes. Paths begin at the disk's root; {@code
 * /proc/self/fd/N} is there, nothing else is outside of the disk.
 */
public final class SimPosix implements Posix {

  /** What {@link #binding} answers. */
  public static final String BINDING = "simulated";

  private static final int BOOT_ID_BYTES = 36;

  private final SimDisk disk;
  private final Volume volume;
  private final SimProcess process;
  private final OpenCalls opening;
  private final DataCalls data;
  private final LookCalls looking;
  private final NameCalls names;
  private final AttributeCalls attributes;
  private final LockCalls locks;

  SimPosix(SimDisk disk, Volume volume, SimProcess process) {
    Maker maker = new Maker(volume, process);
    this.disk = disk;
    this.volume = volume;
    this.process = process;
    this.opening = new OpenCalls(volume, process, maker);
    this.data = new DataCalls(volume, process);
    this.looking = new LookCalls(volume, process);
    this.names = new NameCalls(volume, process, maker);
    this.attributes = new AttributeCalls(volume, process, looking);
    this.locks = new LockCalls(volume, process);
  }

  /** The disk that this process and others work on. */
  public SimDisk disk() {
    return disk;
  }

  /**
   * Ends the process as SIGKILL does: every descriptor is closed, every lock falls, and each call,
   * a blocked one too, ends in {@link ProcessKilled}. Data and names stay as they can be seen.
   */
  public void kill() {
    ReentrantLock mutex = volume.mutex();
    mutex.lock();
    try {
      if (process.isAlive()) {
        process.die();
        opening.closeAll();
        disk.forget(this);
      }
    } finally {
      mutex.unlock();
    }
  }

  /** How many descriptors are open, those of directory streams included. */
  public int openDescriptors() {
    ReentrantLock mutex = volume.mutex();
    mutex.lock();
    try {
      return process.numbers().size();
    } finally {
      mutex.unlock();
    }
  }

  /** {@link SimDisk#crash}, and a new process on what survived. */
  public SimPosix crash(CrashPolicy policy) {
    return disk.crash(policy).newProcess();
  }

  @Override
  public String binding() {
    return BINDING;
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return (int) answer(() -> opening.openat(dirfd, path, flags, mode, 0), path);
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return (int) answer(() -> opening.openat2(dirfd, path, flags, mode, resolve), path);
  }

  @Override
  public int close(int fd) {
    return (int) answer(() -> opening.close(fd));
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return (int) answer(() -> data.read(fd, buffer, offset, length));
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return (int) answer(() -> data.write(fd, buffer, offset, length));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return (int) answer(() -> data.pread(fd, buffer, offset, length, position));
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return (int) answer(() -> data.pwrite(fd, buffer, offset, length, position));
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return answer(() -> data.lseek(fd, offset, whence));
  }

  @Override
  public int ftruncate(int fd, long length) {
    return (int) answer(() -> data.ftruncate(fd, length));
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return (int) answer(() -> data.fallocate(fd, mode, offset, length));
  }

  @Override
  public int fsync(int fd) {
    return (int) answer(() -> data.fsync(fd));
  }

  @Override
  public int fdatasync(int fd) {
    return (int) answer(() -> data.fdatasync(fd));
  }

  @Override
  public int syncfs(int fd) {
    return (int) answer(() -> data.syncfs(fd));
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return (int) answer(() -> data.syncFileRange(fd, offset, length, flags));
  }

  @Override
  public int fstat(int fd, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return (int) answer(() -> looking.fstat(fd, stat));
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return (int) answer(() -> looking.fstatat(dirfd, path, stat, flags), path);
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return (int) answer(() -> looking.statx(dirfd, path, flags, mask, stat), path);
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    Objects.checkFromIndexSize(0, FileSystemStat.SLOTS, statfs.length);
    return (int) answer(() -> looking.fstatfs(fd, statfs));
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return (int) answer(() -> looking.getdents64(fd, buffer, offset, length));
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    return answer(() -> opening.opendir(dirfd, path), path);
  }

  @Override
  public int dirfd(long stream) {
    return (int) answer(() -> opening.dirfd(stream));
  }

  @Override
  public int closedir(long stream) {
    return (int) answer(() -> opening.closedir(stream));
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return (int) answer(() -> names.mkdirat(dirfd, path, mode), path);
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return (int) answer(() -> names.unlinkat(dirfd, path, flags), path);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return (int)
        answer(() -> names.linkat(oldDirfd, oldPath, newDirfd, newPath, flags), oldPath, newPath);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return (int)
        answer(
            () -> names.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags), oldPath, newPath);
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return (int) answer(() -> names.symlinkat(target, dirfd, path), target, path);
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    return (int) answer(() -> looking.readlinkat(dirfd, path, buffer), path);
  }

  @Override
  public int fchmod(int fd, int mode) {
    return (int) answer(() -> attributes.fchmod(fd, mode));
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return (int) answer(() -> attributes.fchmodat(dirfd, path, mode), path);
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return (int) answer(() -> attributes.fchown(fd, uid, gid));
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return (int) answer(() -> attributes.fchownat(dirfd, path, uid, gid, flags), path);
  }

  @Override
  public int utimensat(
      int dirfd,
      byte[] path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags) {
    return (int)
        answer(
            () ->
                attributes.utimensat(
                    dirfd,
                    path,
                    new long[] {atimeSeconds, atimeNanos},
                    new long[] {mtimeSeconds, mtimeNanos},
                    flags),
            path);
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return (int) answer(() -> attributes.fsetxattr(fd, name, value, flags), name);
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    return (int) answer(() -> attributes.fgetxattr(fd, name, buffer), name);
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return (int) answer(() -> attributes.fremovexattr(fd, name), name);
  }

  @Override
  public int flock(int fd, int operation) {
    return (int) answer(() -> locks.flock(fd, operation));
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return (int) answer(() -> locks.setLock(fd, command, type, start, length));
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    Objects.checkFromIndexSize(0, LockStat.SLOTS, lock.length);
    return (int) answer(() -> locks.getLock(fd, command, type, start, length, lock));
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return (int) answer(() -> process.any(fd).statusFlags());
  }

  @Override
  public int getpid() {
    return (int) answer(process::pid);
  }

  @Override
  public int getuid() {
    return (int) answer(() -> process.credentials().uid());
  }

  @Override
  public int gethostname(byte[] buffer) {
    return (int) answer(() -> copyOut(process.host().hostName(), buffer));
  }

  @Override
  public long clockGettime(int clock) {
    return answer(() -> readClock(clock));
  }

  @Override
  public int bootId(byte[] buffer) {
    Objects.checkFromIndexSize(0, BOOT_ID_BYTES, buffer.length);
    return (int) answer(() -> copyOut(process.host().bootId(), buffer));
  }

  private long readClock(int clock) {
    SimClock clocks = volume.clock();
    if (clock == Flags.CLOCK_REALTIME) {
      return clocks.realtimeNanos();
    }
    if (clock == Flags.CLOCK_MONOTONIC) {
      return clocks.monotonicNanos();
    }
    Refusal.when(clock != Flags.CLOCK_BOOTTIME, Errno.EINVAL);
    return clocks.boottimeNanos();
  }

  private static int copyOut(String text, byte[] buffer) {
    byte[] bytes = RawPath.of(text).bytes();
    Refusal.when(bytes.length > buffer.length, Errno.ENAMETOOLONG);
    System.arraycopy(bytes, 0, buffer, 0, bytes.length);
    return bytes.length;
  }

  /** Makes a call, under the disk's lock, and turns a refusal into its errno. */
  private long answer(LongSupplier call, byte[]... paths) {
    ReentrantLock mutex = volume.mutex();
    mutex.lock();
    try {
      process.checkAlive();
      for (byte[] path : paths) {
        requirePath(path);
      }
      return call.getAsLong();
    } catch (Refusal refusal) {
      return refusal.result();
    } finally {
      mutex.unlock();
    }
  }

  private static void requirePath(byte[] path) {
    int refused = PathBytes.check(path);
    if (refused < 0) {
      throw new Refusal(Errno.of(refused));
    }
  }
}
