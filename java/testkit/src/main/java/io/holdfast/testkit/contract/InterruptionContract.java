package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the interruption of a thread does to its call in the kernel: nothing. */
interface InterruptionContract extends ContractGround {

  @Test
  default void anInterruptedThreadStaysInFlockAndGetsTheLock() throws Exception {
    int holder = arena().create("lock");
    int waiter = arena().open("lock", Flags.O_RDWR);
    int other = arena().open("lock", Flags.O_RDWR);
    long[] stat = new long[FileStat.SLOTS];
    done(posix().fstat(holder, stat));
    long inode = FileStat.of(stat).ino();
    done(posix().flock(holder, Flags.LOCK_EX));
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              answer.complete(posix().flock(waiter, Flags.LOCK_EX));
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    KernelLocks.awaitWaiter(inode);

    thread.interrupt();
    assertThat(KernelLocks.waiters(inode)).isEqualTo(1);
    assertThat(answer).isNotDone();

    done(posix().flock(holder, Flags.LOCK_UN));
    assertThat(answer.get(30, SECONDS)).isZero();
    assertThat(interrupted.get(30, SECONDS)).isTrue();
    refused(posix().flock(other, Flags.LOCK_EX | Flags.LOCK_NB), Errno.EAGAIN);
    thread.join();
  }

  @Test
  default void anInterruptionBeforeACallIsNotLookedAt() {
    int fd = arena().create("file");
    Thread.currentThread().interrupt();
    try {
      done(posix().flock(fd, Flags.LOCK_EX));
      assertThat(posix().pwrite(fd, new byte[] {1}, 0, 1, 0)).isEqualTo(1);
      done(posix().fsync(fd));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }
}
