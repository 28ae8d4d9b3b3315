package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import org.junit.jupiter.api.Test;

/** fcntl locks on ranges: POSIX (of the process) and OFD (of the open file). */
interface RecordLockContract extends ContractGround {

  private int set(int fd, int command, int type, long start, long length) {
    return posix().fcntlSetLock(fd, command, type, start, length);
  }

  private LockStat get(int fd, int command, int type, long start, long length) {
    long[] slots = new long[LockStat.SLOTS];
    done(posix().fcntlGetLock(fd, command, type, start, length, slots));
    return LockStat.of(slots);
  }

  private int ofd(int fd, int type, long start, long length) {
    return set(fd, Flags.F_OFD_SETLK, type, start, length);
  }

  @Test
  default void ofdLocksExcludeOtherOpens() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);

    assertThat(ofd(first, Flags.F_WRLCK, 0, 0)).isZero();

    refused(ofd(second, Flags.F_WRLCK, 0, 0), Errno.EAGAIN, Errno.EACCES);
    refused(ofd(second, Flags.F_RDLCK, 5, 1), Errno.EAGAIN, Errno.EACCES);
    assertThat(ofd(first, Flags.F_UNLCK, 0, 0)).isZero();
    assertThat(ofd(second, Flags.F_WRLCK, 0, 0)).isZero();
  }

  @Test
  default void readLocksShare() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);

    assertThat(ofd(first, Flags.F_RDLCK, 0, 10)).isZero();
    assertThat(ofd(second, Flags.F_RDLCK, 0, 10)).isZero();
    refused(ofd(second, Flags.F_WRLCK, 9, 1), Errno.EAGAIN, Errno.EACCES);
    assertThat(ofd(second, Flags.F_WRLCK, 10, 1)).isZero();
  }

  @Test
  default void rangesAreSplitAndJoined() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 0, 100)).isZero();

    assertThat(ofd(first, Flags.F_UNLCK, 40, 20)).isZero();

    assertThat(ofd(second, Flags.F_WRLCK, 40, 20)).isZero();
    refused(ofd(second, Flags.F_WRLCK, 39, 1), Errno.EAGAIN, Errno.EACCES);
    refused(ofd(second, Flags.F_WRLCK, 60, 1), Errno.EAGAIN, Errno.EACCES);
    assertThat(ofd(second, Flags.F_UNLCK, 0, 0)).isZero();
    assertThat(ofd(first, Flags.F_WRLCK, 30, 50)).isZero();
    LockStat blocker = get(second, Flags.F_OFD_GETLK, Flags.F_WRLCK, 0, 0);
    assertThat(blocker.start()).isZero();
    assertThat(blocker.length()).isEqualTo(100);
  }

  @Test
  default void aPartOfALockCanBecomeShared() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 0, 30)).isZero();

    assertThat(ofd(first, Flags.F_RDLCK, 10, 10)).isZero();

    assertThat(ofd(second, Flags.F_RDLCK, 10, 10)).isZero();
    refused(ofd(second, Flags.F_RDLCK, 9, 1), Errno.EAGAIN, Errno.EACCES);
    refused(ofd(second, Flags.F_RDLCK, 20, 1), Errno.EAGAIN, Errno.EACCES);
  }

  @Test
  default void lengthZeroReachesToTheEndOfTheFileForEver() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 100, 0)).isZero();

    assertThat(ofd(second, Flags.F_WRLCK, 0, 100)).isZero();
    refused(ofd(second, Flags.F_WRLCK, 1L << 50, 1), Errno.EAGAIN, Errno.EACCES);
  }

  @Test
  default void aNegativeLengthReachesBackwards() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 10, -5)).isZero();

    assertThat(ofd(second, Flags.F_WRLCK, 10, 1)).isZero();
    assertThat(ofd(second, Flags.F_WRLCK, 4, 1)).isZero();
    refused(ofd(second, Flags.F_WRLCK, 5, 1), Errno.EAGAIN, Errno.EACCES);
    refused(ofd(second, Flags.F_WRLCK, 9, 1), Errno.EAGAIN, Errno.EACCES);
  }

  @Test
  default void ofdLocksFallWithTheirOpenFileOnly() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    int third = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 0, 0)).isZero();

    arena().close(third);
    refused(ofd(second, Flags.F_WRLCK, 0, 0), Errno.EAGAIN, Errno.EACCES);
    arena().close(first);
    assertThat(ofd(second, Flags.F_WRLCK, 0, 0)).isZero();
  }

  @Test
  default void posixLocksDoNotExcludeTheirOwnProcess() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);

    assertThat(set(first, Flags.F_SETLK, Flags.F_WRLCK, 0, 0)).isZero();
    assertThat(set(second, Flags.F_SETLK, Flags.F_WRLCK, 0, 0)).isZero();
    assertThat(arena().blocker(second, Flags.F_GETLK).type()).isEqualTo(Flags.F_UNLCK);
  }

  @Test
  default void posixLocksExcludeOfdLocksOfTheSameProcess() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(set(first, Flags.F_SETLK, Flags.F_WRLCK, 0, 0)).isZero();

    refused(ofd(second, Flags.F_WRLCK, 0, 0), Errno.EAGAIN, Errno.EACCES);
    assertThat(set(first, Flags.F_SETLK, Flags.F_UNLCK, 0, 0)).isZero();
    assertThat(ofd(second, Flags.F_WRLCK, 0, 0)).isZero();
    refused(set(first, Flags.F_SETLK, Flags.F_RDLCK, 0, 0), Errno.EAGAIN, Errno.EACCES);
  }

  @Test
  default void posixLocksFallWhenAnyDescriptorOfTheFileIsClosed() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    int third = arena().open("lock", Flags.O_RDONLY);
    assertThat(set(first, Flags.F_SETLK, Flags.F_WRLCK, 0, 0)).isZero();

    arena().close(third);

    assertThat(ofd(second, Flags.F_WRLCK, 0, 0)).isZero();
  }

  @Test
  default void whoIsInTheWayIsTold() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(set(first, Flags.F_SETLK, Flags.F_WRLCK, 7, 3)).isZero();

    LockStat posixOwner = get(second, Flags.F_OFD_GETLK, Flags.F_RDLCK, 0, 0);

    assertThat(posixOwner.type()).isEqualTo(Flags.F_WRLCK);
    assertThat(posixOwner.whence()).isEqualTo(Flags.SEEK_SET);
    assertThat(posixOwner.start()).isEqualTo(7);
    assertThat(posixOwner.length()).isEqualTo(3);
    assertThat(posixOwner.pid()).isEqualTo(posix().getpid());
    assertThat(get(second, Flags.F_OFD_GETLK, Flags.F_RDLCK, 10, 5).type())
        .isEqualTo(Flags.F_UNLCK);
  }

  @Test
  default void anOfdLockHasNoProcess() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_RDLCK, 0, 0)).isZero();

    LockStat owner = get(second, Flags.F_OFD_GETLK, Flags.F_WRLCK, 3, 1);

    assertThat(owner.type()).isEqualTo(Flags.F_RDLCK);
    assertThat(owner.pid()).isEqualTo(-1);
    assertThat(owner.start()).isZero();
    assertThat(owner.length()).isZero();
    assertThat(get(second, Flags.F_GETLK, Flags.F_WRLCK, 3, 1).pid()).isEqualTo(-1);
    assertThat(get(second, Flags.F_OFD_GETLK, Flags.F_RDLCK, 3, 1).type()).isEqualTo(Flags.F_UNLCK);
  }

  @Test
  default void flockAndFcntlLocksDoNotMeetOnLocalStorage() {
    assumeThat(supports(Feature.FLOCK)).as("no flock here").isTrue();
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(posix().flock(first, Flags.LOCK_EX | Flags.LOCK_NB)).isZero();

    assertThat(ofd(second, Flags.F_WRLCK, 0, 0)).isZero();
  }

  @Test
  default void aLockNeedsTheAccessItGrants() {
    arena().create("lock");
    int readOnly = arena().open("lock", Flags.O_RDONLY);
    int writeOnly = arena().open("lock", Flags.O_WRONLY);
    for (int command : new int[] {Flags.F_SETLK, Flags.F_OFD_SETLK}) {
      refused(set(readOnly, command, Flags.F_WRLCK, 0, 0), Errno.EBADF);
      refused(set(writeOnly, command, Flags.F_RDLCK, 0, 0), Errno.EBADF);
      assertThat(set(readOnly, command, Flags.F_RDLCK, 0, 0)).isZero();
      assertThat(set(readOnly, command, Flags.F_UNLCK, 0, 0)).isZero();
      assertThat(set(writeOnly, command, Flags.F_WRLCK, 0, 0)).isZero();
      assertThat(set(writeOnly, command, Flags.F_UNLCK, 0, 0)).isZero();
    }
  }

  @Test
  default void impossibleRangesAndTypesAreRefused() {
    int fd = arena().create("lock");
    long[] slots = new long[LockStat.SLOTS];
    for (int command : new int[] {Flags.F_SETLK, Flags.F_OFD_SETLK}) {
      refused(set(fd, command, Flags.F_WRLCK, -1, 1), Errno.EINVAL);
      refused(set(fd, command, Flags.F_WRLCK, 3, -4), Errno.EINVAL);
      refused(set(fd, command, Flags.F_WRLCK, Long.MAX_VALUE, 2), Errno.EOVERFLOW);
      refused(set(fd, command, 9, 0, 0), Errno.EINVAL);
    }
    refused(posix().fcntlGetLock(fd, Flags.F_GETLK, Flags.F_UNLCK, 0, 0, slots), Errno.EINVAL);
    refused(posix().fcntlGetLock(fd, Flags.F_GETLK, 9, 0, 0, slots), Errno.EINVAL);
  }

  @Test
  default void aBlockedOfdLockComesAfterTheRelease() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 0, 0)).isZero();
    BlockedCall blocked =
        BlockedCall.start(() -> set(second, Flags.F_OFD_SETLKW, Flags.F_WRLCK, 0, 0));

    blocked.release(() -> ofd(first, Flags.F_UNLCK, 0, 0));

    assertThat(blocked.result()).isZero();
    refused(ofd(first, Flags.F_WRLCK, 0, 0), Errno.EAGAIN, Errno.EACCES);
  }

  @Test
  default void aBlockedPosixLockComesAfterTheRelease() {
    int first = arena().create("lock");
    int second = arena().open("lock", Flags.O_RDWR);
    assertThat(ofd(first, Flags.F_WRLCK, 0, 0)).isZero();
    BlockedCall blocked = BlockedCall.start(() -> set(second, Flags.F_SETLKW, Flags.F_RDLCK, 0, 0));

    blocked.release(() -> ofd(first, Flags.F_UNLCK, 0, 0));

    assertThat(blocked.result()).isZero();
  }
}
