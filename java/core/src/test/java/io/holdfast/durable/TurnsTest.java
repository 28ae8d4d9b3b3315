package io.holdfast.durable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TurnsTest {

  private static final int THREADS = 6;
  private static final int ROUNDS = 2_000;

  /** Moments; each is used once. */
  private final AtomicLong clock = new AtomicLong();

  private final AtomicInteger leading = new AtomicInteger();
  private final Turns turns = new Turns();

  /** When the last barrier to end had started. */
  private volatile long lastStart;

  @Test
  void whoComesAloneLeadsAtOnce() {
    assertThat(turns.take()).isTrue();
    turns.end();
    assertThat(turns.take()).isTrue();
  }

  /** All come at about the same moment, again and again, and each is let go. */
  @Test
  @Timeout(120)
  void everybodyIsCoveredByABarrierThatStartedAfterwardsAndNobodyIsForgotten() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier together = new CyclicBarrier(THREADS);
    List<Future<?>> all = new ArrayList<>();
    try {
      for (int i = 0; i < THREADS; i++) {
        all.add(
            pool.submit(
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    together.await();
                    requireCover();
                    requireCover();
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get(100, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private void requireCover() {
    long came = clock.incrementAndGet();
    if (turns.take()) {
      assertThat(leading.incrementAndGet()).as("barriers under way").isEqualTo(1);
      lastStart = clock.incrementAndGet();
      Thread.yield();
      leading.decrementAndGet();
      turns.end();
    } else {
      assertThat(lastStart).isGreaterThan(came);
    }
  }
}
