package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.contract.Feature;
import java.util.Optional;

/** flock and the fcntl locks of one process. */
final class LockCalls {

  private final Volume volume;
  private final SimProcess process;

  LockCalls(Volume volume, SimProcess process) {
    this.volume = volume;
    this.process = process;
  }

  int flock(int fd, int operation) {
    int bare = operation & ~Flags.LOCK_NB;
    boolean known = bare == Flags.LOCK_SH || bare == Flags.LOCK_EX || bare == Flags.LOCK_UN;
    Refusal.when(!known, Errno.EINVAL);
    OpenFile open = process.withContent(fd);
    Refusal.when(!volume.has(Feature.FLOCK), Errno.ENOSYS);
    boolean blind = bare == Flags.LOCK_EX && !open.canWrite();
    Refusal.when(blind && !volume.has(Feature.FLOCK_READ_ONLY_EXCLUSIVE), Errno.EBADF);
    boolean wait = (operation & Flags.LOCK_NB) == 0;
    boolean atomic = !volume.has(Feature.FAILED_FLOCK_CHANGE_LOSES_LOCK);
    volume.locks().flock(process, open, bare, wait, atomic);
    return 0;
  }

  int setLock(int fd, int command, int type, long start, long length) {
    OpenFile open = process.withContent(fd);
    boolean ofd = command == Flags.F_OFD_SETLK || command == Flags.F_OFD_SETLKW;
    boolean wait = command == Flags.F_SETLKW || command == Flags.F_OFD_SETLKW;
    Refusal.when(!ofd && !wait && command != Flags.F_SETLK, Errno.EINVAL);
    ByteRange range = ByteRange.of(start, length);
    requireType(type);
    boolean blind =
        (type == Flags.F_RDLCK && !open.canRead()) || (type == Flags.F_WRLCK && !open.canWrite());
    Refusal.when(blind, Errno.EBADF);
    volume.locks().setRange(process, open, ofd ? open : process, type, range, wait);
    return 0;
  }

  int getLock(int fd, int command, int type, long start, long length, long[] lock) {
    OpenFile open = process.withContent(fd);
    boolean ofd = command == Flags.F_OFD_GETLK;
    Refusal.when(!ofd && command != Flags.F_GETLK, Errno.EINVAL);
    ByteRange range = ByteRange.of(start, length);
    requireType(type);
    Refusal.when(type == Flags.F_UNLCK, Errno.EINVAL);
    Object owner = ofd ? open : process;
    Optional<FileLocks.RangeLock> busy = open.inode().locks().inTheWay(owner, type, range);
    long[] free = {Flags.F_UNLCK, Flags.SEEK_SET, start, length, 0};
    long[] slots = busy.map(LockCalls::describe).orElse(free);
    System.arraycopy(slots, 0, lock, 0, slots.length);
    return 0;
  }

  private static long[] describe(FileLocks.RangeLock held) {
    return new long[] {
      held.type(), Flags.SEEK_SET, held.range().start(), held.range().length(), held.pid()
    };
  }

  private static void requireType(int type) {
    boolean known = type == Flags.F_RDLCK || type == Flags.F_WRLCK || type == Flags.F_UNLCK;
    Refusal.when(!known, Errno.EINVAL);
  }
}
