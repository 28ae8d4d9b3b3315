package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static io.holdfast.testkit.contract.Arena.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The process, its host, its clocks. */
interface HostContract extends ContractGround {

  @Test
  default void theBindingHasAName() {
    assertThat(posix().binding()).matches("[a-z]+");
  }

  @Test
  default void theProcessHasOneNumberAndOneUser() {
    assertThat(posix().getpid()).isPositive().isEqualTo(posix().getpid());
    assertThat(posix().getuid()).isNotNegative().isEqualTo(posix().getuid());
  }

  @Test
  default void theHostHasAName() {
    byte[] buffer = new byte[256];

    int length = done(posix().gethostname(buffer));

    assertThat(length).isBetween(1, 64);
    assertThat(Arrays.copyOf(buffer, length)).doesNotContain(0);
    refused(posix().gethostname(new byte[0]), Errno.ENAMETOOLONG);
  }

  @Test
  default void theBootIdIsAUuidAndStays() {
    byte[] first = new byte[40];
    byte[] second = new byte[36];

    assertThat(posix().bootId(first)).isEqualTo(36);
    assertThat(posix().bootId(second)).isEqualTo(36);

    assertThat(text(second, 36)).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    assertThat(text(first, 36)).isEqualTo(text(second, 36));
    assertThat(first[36]).isZero();
  }

  @Test
  default void clocksThatMeasureNeverGoBack() {
    for (int clock : new int[] {Flags.CLOCK_MONOTONIC, Flags.CLOCK_BOOTTIME}) {
      long first = done(posix().clockGettime(clock));
      assertThat(posix().clockGettime(clock)).isGreaterThanOrEqualTo(first);
    }
    long monotonic = posix().clockGettime(Flags.CLOCK_MONOTONIC);
    assertThat(posix().clockGettime(Flags.CLOCK_BOOTTIME)).isGreaterThanOrEqualTo(monotonic);
  }

  @Test
  default void theWallClockCountsFrom1970() {
    assertThat(posix().clockGettime(Flags.CLOCK_REALTIME))
        .isGreaterThan(1_500_000_000_000_000_000L);
  }

  @Test
  default void anUnknownClockIsInvalid() {
    refused(posix().clockGettime(99), Errno.EINVAL);
  }

  @Test
  default void anInterruptedThreadCallsAsAnyOther() {
    Thread.currentThread().interrupt();
    try {
      int fd = arena().create("f", "content");
      assertThat(posix().fsync(fd)).isZero();
      assertThat(arena().content("f")).isEqualTo("content");
      assertThat(posix().flock(fd, Flags.LOCK_SH | Flags.LOCK_NB) == 0)
          .isEqualTo(supports(Feature.FLOCK));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  default void manyThreadsMayCallAtOnce() throws InterruptedException {
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      String name = "thread-" + t;
      Thread thread = new Thread(() -> writeAndReadBack(name));
      thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure));
      threads.add(thread);
    }

    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(failures).isEmpty();
    assertThat(arena().names()).hasSize(4);
  }

  private void writeAndReadBack(String name) {
    byte[] data = bytes(name);
    byte[] back = new byte[data.length];
    for (int i = 0; i < 200; i++) {
      int flags = Flags.O_RDWR | Flags.O_CREAT;
      int fd = done(posix().openat(arena().fd(), data, flags, 0600));
      assertThat(posix().pwrite(fd, data, 0, data.length, i)).isEqualTo(data.length);
      assertThat(posix().pread(fd, back, 0, back.length, i)).isEqualTo(data.length);
      assertThat(back).isEqualTo(data);
      done(posix().close(fd));
    }
  }
}
