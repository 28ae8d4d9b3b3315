package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/** flock: a lock of the open file. */
interface FlockContract extends ContractGround {

  /** Two opens of one file. */
  private int[] two() {
    assumeThat(supports(Feature.FLOCK)).as("no flock here").isTrue();
    return new int[] {arena().create("lock"), arena().open("lock", Flags.O_RDWR)};
  }

  private int tryLock(int fd, int operation) {
    return posix().flock(fd, operation | Flags.LOCK_NB);
  }

  @Test
  default void whereThereIsNoFlockEveryFormSaysSo() {
    int fd = arena().create("lock");
    if (supports(Feature.FLOCK)) {
      assertThat(tryLock(fd, Flags.LOCK_EX)).isZero();
      return;
    }

    refused(tryLock(fd, Flags.LOCK_EX), Errno.ENOSYS);
    refused(posix().flock(fd, Flags.LOCK_SH), Errno.ENOSYS);
    refused(posix().flock(fd, Flags.LOCK_UN), Errno.ENOSYS);
  }

  @Test
  default void anExclusiveLockExcludesAnotherOpen() {
    int[] fds = two();

    assertThat(posix().flock(fds[0], Flags.LOCK_EX)).isZero();

    refused(tryLock(fds[1], Flags.LOCK_EX), Errno.EAGAIN);
    refused(tryLock(fds[1], Flags.LOCK_SH), Errno.EAGAIN);
    assertThat(posix().flock(fds[0], Flags.LOCK_UN)).isZero();
    assertThat(tryLock(fds[1], Flags.LOCK_EX)).isZero();
  }

  @Test
  default void sharedLocksShare() {
    int[] fds = two();

    assertThat(tryLock(fds[0], Flags.LOCK_SH)).isZero();
    assertThat(tryLock(fds[1], Flags.LOCK_SH)).isZero();
    refused(tryLock(fds[1], Flags.LOCK_EX), Errno.EAGAIN);
  }

  @Test
  default void takingALockAgainChangesNothing() {
    int[] fds = two();

    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();
    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();
    assertThat(posix().flock(fds[0], Flags.LOCK_UN)).isZero();
    assertThat(tryLock(fds[1], Flags.LOCK_EX)).isZero();
  }

  @Test
  default void closingReleases() {
    int[] fds = two();
    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();

    arena().close(fds[0]);

    assertThat(tryLock(fds[1], Flags.LOCK_EX)).isZero();
  }

  @Test
  default void closingAnotherOpenReleasesNothing() {
    int[] fds = two();
    int third = arena().open("lock", Flags.O_RDWR);
    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();
    arena().content("lock");

    arena().close(fds[1]);

    refused(tryLock(third, Flags.LOCK_EX), Errno.EAGAIN);
  }

  @Test
  default void aLockIsLoweredAndRaised() {
    int[] fds = two();
    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();

    assertThat(tryLock(fds[0], Flags.LOCK_SH)).isZero();
    assertThat(tryLock(fds[1], Flags.LOCK_SH)).isZero();
    assertThat(posix().flock(fds[1], Flags.LOCK_UN)).isZero();
    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();
    refused(tryLock(fds[1], Flags.LOCK_SH), Errno.EAGAIN);
  }

  /** flock(2): converting a lock is not atomic; the existing lock is first removed. */
  @Test
  default void aFailedChangeMayCostTheLock() {
    int[] fds = two();
    assertThat(tryLock(fds[0], Flags.LOCK_SH)).isZero();
    assertThat(tryLock(fds[1], Flags.LOCK_SH)).isZero();

    refused(tryLock(fds[0], Flags.LOCK_EX), Errno.EAGAIN);

    int other = tryLock(fds[1], Flags.LOCK_EX);
    if (supports(Feature.FAILED_FLOCK_CHANGE_LOSES_LOCK)) {
      assertThat(other).isZero();
    } else {
      refused(other, Errno.EAGAIN);
    }
  }

  @Test
  default void releasingWhatIsNotHeldIsFine() {
    int[] fds = two();

    assertThat(posix().flock(fds[0], Flags.LOCK_UN)).isZero();
  }

  @Test
  default void anExclusiveLockThroughAReadOnlyDescriptor() {
    two();
    int readOnly = arena().open("lock", Flags.O_RDONLY);

    int result = tryLock(readOnly, Flags.LOCK_EX);

    if (supports(Feature.FLOCK_READ_ONLY_EXCLUSIVE)) {
      assertThat(result).isZero();
    } else {
      refused(result, Errno.EBADF);
    }
  }

  @Test
  default void unknownOperationsAreInvalid() {
    int[] fds = two();

    refused(posix().flock(fds[0], 0), Errno.EINVAL);
    refused(posix().flock(fds[0], Flags.LOCK_NB), Errno.EINVAL);
    refused(posix().flock(fds[0], Flags.LOCK_SH | Flags.LOCK_EX), Errno.EINVAL);
  }

  @Test
  default void theLockBelongsToTheFileNotToTheName() {
    int[] fds = two();
    assertThat(tryLock(fds[0], Flags.LOCK_EX)).isZero();
    done(posix().unlinkat(arena().fd(), bytes("lock"), 0));

    int other = arena().create("lock");

    assertThat(tryLock(other, Flags.LOCK_EX)).isZero();
    refused(tryLock(fds[1], Flags.LOCK_EX), Errno.EAGAIN);
  }

  @Test
  default void aBlockedCallGetsTheLockAfterItsRelease() {
    int[] fds = two();
    assertThat(posix().flock(fds[0], Flags.LOCK_EX)).isZero();
    BlockedCall blocked = BlockedCall.start(() -> posix().flock(fds[1], Flags.LOCK_EX));

    blocked.release(() -> posix().flock(fds[0], Flags.LOCK_UN));

    assertThat(blocked.result()).isZero();
    refused(tryLock(fds[0], Flags.LOCK_EX), Errno.EAGAIN);
  }

  @Test
  default void anInterruptDoesNotReachABlockedCall() {
    int[] fds = two();
    assertThat(posix().flock(fds[0], Flags.LOCK_EX)).isZero();
    BlockedCall blocked = BlockedCall.start(() -> posix().flock(fds[1], Flags.LOCK_EX));
    blocked.interrupt();

    blocked.release(() -> posix().flock(fds[0], Flags.LOCK_UN));

    assertThat(blocked.result()).isZero();
    assertThat(blocked.wasInterrupted()).isTrue();
    refused(tryLock(fds[0], Flags.LOCK_EX), Errno.EAGAIN);
  }
}
