package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Durable;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Barriers of one batch run beside each other, on whose threads the caller says. */
@Timeout(60)
interface FanOutContract extends DurableGround {

  @Test
  default void contentBarriersOfABatchRunBesideEachOther() throws Exception {
    int width = 4;
    CountDownLatch all = new CountDownLatch(width);
    Durable durable = arena().durable(DurableArena.options().withFanOut(width));
    for (int i = 0; i < width; i++) {
      arena().meanwhile().before(PosixCall.FSYNC, call -> true, () -> meet(all));
    }

    flush(durable, width);

    assertThat(arena().names(arena().root())).hasSize(width);
  }

  @Test
  default void threadsOfItsOwnAreNamedDaemonsAndEndWithIt() throws Exception {
    Set<Thread> seen = Collections.synchronizedSet(new HashSet<>());
    for (int i = 0; i < 64; i++) {
      arena()
          .meanwhile()
          .before(PosixCall.FSYNC, call -> true, () -> seen.add(Thread.currentThread()));
    }
    Durable durable = arena().durable(DurableArena.options().withFanOut(64));
    flush(durable, 64);
    seen.remove(Thread.currentThread());

    assertThat(seen).hasSizeLessThanOrEqualTo(8).allMatch(Thread::isDaemon);
    assertThat(seen).allMatch(thread -> thread.getName().startsWith("holdfast-barrier-"));
    durable.close();
    for (Thread thread : seen) {
      thread.join();
    }
  }

  @Test
  default void aFanOutOfOneUsesNoOtherThread() throws Exception {
    Set<Thread> seen = Collections.synchronizedSet(new HashSet<>());
    arena()
        .meanwhile()
        .before(PosixCall.FSYNC, call -> true, () -> seen.add(Thread.currentThread()));
    flush(arena().durable(DurableArena.options().withFanOut(1)), 5);

    assertThat(seen).containsExactly(Thread.currentThread());
  }

  @Test
  default void theCallersExecutorIsUsedAndLeftOpen() throws Exception {
    ExecutorService own = Executors.newFixedThreadPool(2);
    try {
      AtomicInteger given = new AtomicInteger();
      Durable durable =
          arena()
              .durable(
                  DurableArena.options()
                      .withFanOut(3)
                      .withExecutor(
                          task -> {
                            given.incrementAndGet();
                            own.execute(task);
                          }));
      flush(durable, 10);
      durable.close();

      assertThat(given).hasValue(2);
      assertThat(own.isShutdown()).isFalse();
    } finally {
      own.shutdown();
      assertThat(own.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  default void anExecutorThatRefusesOrForgetsDelaysNothing() throws Exception {
    Durable refusing =
        arena()
            .durable(
                DurableArena.options()
                    .withExecutor(
                        task -> {
                          throw new RejectedExecutionException("full");
                        }));
    Durable forgetful = arena().durable(DurableArena.options().withExecutor(task -> {}));
    Durable direct = arena().durable(DurableArena.options().withExecutor(Runnable::run));

    flush(refusing, 10);
    flush(forgetful, 10);
    flush(direct, 10);

    assertThat(arena().names(arena().root())).hasSize(10);
  }

  private void flush(Durable durable, int records) throws Exception {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (int i = 0; i < records; i++) {
        batch.replace(arena().root(), name("record" + i), bytes("content"));
      }
      assertThat(batch.flush().records()).isEqualTo(records);
    }
  }

  private static void meet(CountDownLatch all) {
    all.countDown();
    try {
      all.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
