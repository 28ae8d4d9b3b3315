package io.holdfast.lease;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.lease.LeaseKeeper.Listener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keeper without a table: its interval, what happens during a beat, and its thread. */
@Timeout(60)
class LeaseKeeperTest {

  private static final long SECOND = 1_000_000_000L;

  private final List<Set<String>> lost = new ArrayList<>();
  private final Listener<String> listener =
      new Listener<>() {
        @Override
        public void lost(Set<String> leases) {
          lost.add(leases);
        }

        @Override
        public void untrusted(Set<String> leases) {}

        @Override
        public void failed(Exception cause) {}
      };

  @ParameterizedTest
  @CsvSource({
    "1, 333333333",
    "10, 3333333333",
    "90, 30000000000",
    "91, 30000000000",
    "31536000, 30000000000"
  })
  void intervalIsAThirdOfTheTtlButAtMostThirtySeconds(long ttlSeconds, long intervalNanos) {
    assertThat(LeaseKeeper.intervalNanos(ttlSeconds * SECOND)).isEqualTo(intervalNanos);
  }

  @Test
  void intervalIsNeverShorterThanATenthOfASecond() {
    assertThat(LeaseKeeper.intervalNanos(SECOND / 10)).isEqualTo(SECOND / 10);
  }

  @Test
  void intervalThatKeepsNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeaseKeeper<>(held -> Set.of(), listener, SECOND, SECOND));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeaseKeeper<>(held -> Set.of(), listener, SECOND, 0));
  }

  @Test
  void beatGetsASnapshotAndSaysNothingOfWhatChangedMeanwhile() {
    List<LeaseKeeper<String, String>> itself = new ArrayList<>();
    List<Map<String, String>> asked = new ArrayList<>();
    LeaseKeeper<String, String> keeper =
        new LeaseKeeper<>(
            held -> {
              asked.add(held);
              itself.get(0).drop("released");
              itself.get(0).keep("again", "second", 0);
              return held.keySet();
            },
            listener,
            3 * SECOND,
            SECOND);
    itself.add(keeper);
    keeper.keep("lost", "t", 0);
    keeper.keep("released", "t", 0);
    keeper.keep("again", "first", 0);

    keeper.doWork(0);

    assertThat(asked).containsExactly(Map.of("lost", "t", "released", "t", "again", "first"));
    assertThat(lost).containsExactly(Set.of("lost"));
    assertThat(keeper.kept()).containsExactly("again");
  }

  @Test
  void beatThatIsLateIsDueFromItsBeginning() {
    LeaseKeeper<String, String> keeper =
        new LeaseKeeper<>(held -> Set.of(), listener, 3 * SECOND, SECOND);
    keeper.doWork(0);
    keeper.doWork(SECOND + SECOND / 2);

    assertThat(keeper.nanosUntilDue(2 * SECOND)).isEqualTo(SECOND / 2);
  }

  @Test
  void beatThatIsAskedForIsMadeAtOnceAndSaysWhetherItCameOff() {
    List<Map<String, String>> asked = new ArrayList<>();
    LeaseKeeper<String, String> keeper =
        new LeaseKeeper<>(
            held -> {
              asked.add(held);
              if (asked.size() == 3) {
                throw new IOException("the storage is away");
              }
              return Set.of();
            },
            listener,
            3 * SECOND,
            SECOND);
    keeper.keep("a", "t", 0);
    keeper.doWork(0);
    assertThat(keeper.beatNow(1)).isTrue();
    assertThat(asked).hasSize(2);
    assertThat(keeper.nanosUntilDue(1)).isEqualTo(SECOND);
    assertThat(keeper.beatNow(2)).isFalse();
    assertThat(keeper.isTrusted("a", 3 * SECOND)).as("renewed at 1, not at 2").isTrue();
    assertThat(keeper.isTrusted("a", 3 * SECOND + 1)).isFalse();
  }

  @Test
  void runnerBeatsOnAThreadOfItsNameUntilItIsClosed() throws Exception {
    LinkedBlockingQueue<Thread> beats = new LinkedBlockingQueue<>();
    LeaseKeeper<String, String> keeper =
        new LeaseKeeper<>(
            held -> {
              beats.add(Thread.currentThread());
              throw new IOException("the storage is away");
            },
            listener,
            3_000_000,
            1_000_000);
    Thread thread;
    try (LeaseKeeperRunner runner =
        LeaseKeeperRunner.start(keeper, System::nanoTime, "keeper", e -> {})) {
      thread = beats.poll(30, SECONDS);
      assertThat(beats.poll(30, SECONDS)).isSameAs(thread);
      assertThat(thread.getName()).isEqualTo("keeper");
      assertThat(thread.isDaemon()).isTrue();
      thread.interrupt();
      assertThat(beats.poll(30, SECONDS)).isSameAs(thread);
      assertThat(runner).isNotNull();
    }
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void runnerThatWaitsForItsNextBeatIsClosedAtOnce() throws Exception {
    CountDownLatch beaten = new CountDownLatch(1);
    LeaseKeeper<String, String> keeper =
        new LeaseKeeper<>(
            held -> {
              beaten.countDown();
              return Set.of();
            },
            listener,
            3_600 * SECOND,
            1_200 * SECOND);
    LeaseKeeperRunner runner = LeaseKeeperRunner.start(keeper, System::nanoTime, "k", e -> {});
    assertThat(beaten.await(30, SECONDS)).isTrue();

    runner.close();
    runner.close();
  }

  @Test
  void runnerGoesOnWhenItsListenerThrowsAndMayBeClosedByIt() throws Exception {
    RuntimeException thrown = new RuntimeException("a listener's");
    LinkedBlockingQueue<RuntimeException> errors = new LinkedBlockingQueue<>();
    CompletableFuture<LeaseKeeperRunner> itself = new CompletableFuture<>();
    Listener<String> throwing =
        new Listener<>() {
          @Override
          public void lost(Set<String> leases) {
            throw thrown;
          }

          @Override
          public void untrusted(Set<String> leases) {}

          @Override
          public void failed(Exception cause) {
            itself.join().close();
          }
        };
    LinkedBlockingQueue<Integer> beats = new LinkedBlockingQueue<>();
    LeaseKeeper<String, String> keeper =
        new LeaseKeeper<>(
            held -> {
              beats.add(1);
              if (held.isEmpty()) {
                throw new IOException("the end");
              }
              return held.keySet();
            },
            throwing,
            3_000_000,
            1_000_000);
    keeper.keep("a", "t", System.nanoTime());
    itself.complete(LeaseKeeperRunner.start(keeper, System::nanoTime, "k", errors::add));

    assertThat(errors.poll(30, SECONDS)).isSameAs(thrown);
    assertThat(beats.poll(30, SECONDS)).isNotNull();
    assertThat(beats.poll(30, SECONDS)).as("a beat after the listener has thrown").isNotNull();
    itself.join().close();
  }
}
