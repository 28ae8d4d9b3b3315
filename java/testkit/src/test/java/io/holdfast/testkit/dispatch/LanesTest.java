package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.ConcurrencyLane;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Proposal;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Selector;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.dispatch.Selector.Round;
import io.holdfast.dispatch.Standing;
import io.holdfast.dispatch.TargetRanking;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.WorkLeaseTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In what order each lane proposes, and what it remembers; {@link PrefixQueueTest} is apart. */
class LanesTest {

  private static final long NOW = 1_000;

  private static List<String> take(Selector lane, int limit, long nowNanos) {
    List<String> keys = new ArrayList<>();
    Round round = lane.begin(limit, nowNanos);
    while (keys.size() < limit) {
      Optional<Proposal> proposal = round.next();
      if (proposal.isEmpty()) {
        break;
      }
      keys.add(proposal.get().key());
      round.admitted();
    }
    round.commit();
    return keys;
  }

  private static void end(Selector lane, String key) {
    lane.ended(new Proposal(lane.lane(), key, Jobs.on(key)), Ending.GIVEN_UP);
  }

  // ---- what all have in common

  @ParameterizedTest
  @EnumSource
  void cooldownDoublesUntilItIsLongest(LaneUnderTest.Kind kind) {
    LaneUnderTest lane = kind.make(new Cooldown(10, 25));
    lane.add("a", Jobs.on("a", 1));
    long now = NOW;
    for (long cooldown : new long[] {10, 20, 25, 25}) {
      assertThat(take(lane.selector(), 1, now)).containsExactly("a");
      end(lane.selector(), "a");
      assertThat(lane.standing("a").cooldownNanos()).isEqualTo(cooldown);
      assertThat(take(lane.selector(), 1, now + cooldown - 1)).isEmpty();
      now += cooldown;
    }
    assertThat(lane.standing("a").attempts()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void longestCooldownThereCanBeIsKeptToForEver(LaneUnderTest.Kind kind) {
    LaneUnderTest lane = kind.make(new Cooldown(3, Cooldown.LIMIT_NANOS));
    lane.add("a", Jobs.on("a", 1));
    long now = NOW;
    for (int i = 0; i < 70; i++) {
      assertThat(take(lane.selector(), 1, now)).containsExactly("a");
      end(lane.selector(), "a");
      assertThat(lane.standing("a").cooldownNanos()).isBetween(3L, Cooldown.LIMIT_NANOS);
      now += Cooldown.LIMIT_NANOS;
    }
    assertThat(lane.standing("a").cooldownNanos()).isEqualTo(Cooldown.LIMIT_NANOS);
  }

  @ParameterizedTest
  @EnumSource
  void keyThatIsKnownIsNotTakenUpAgain(LaneUnderTest.Kind kind) {
    LaneUnderTest lane = kind.make(Cooldown.NONE);
    assertThat(lane.add("a", Jobs.on("a", 1))).isTrue();

    assertThat(lane.add("a", Jobs.on("b", 2))).isFalse();

    assertThat(lane.selector().waiting()).isOne();
    assertThat(lane.standing("a")).isEqualTo(Standing.FRESH);
  }

  @ParameterizedTest
  @EnumSource
  void fullLaneTakesUpNothing(LaneUnderTest.Kind kind) {
    LaneUnderTest lane = kind.make(Cooldown.NONE);
    for (int i = 0; i < LaneUnderTest.CAPACITY; i++) {
      assertThat(lane.add("job-" + i, Jobs.on("job-" + i, 1))).isTrue();
    }

    assertThat(lane.add("one more", Jobs.on("one more", 1))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void jobThatNoRecordCouldKeepIsNotTakenUp(LaneUnderTest.Kind kind) {
    LaneUnderTest lane = kind.make(Cooldown.NONE);
    Job job = Jobs.on("a", 1);
    JsonObject tooLong =
        job.tuning().with("why", new JsonString("x".repeat(WorkLeaseTable.PAYLOAD_LIMIT)));

    assertThatThrownBy(() -> lane.add("a", new Job(job.input(), job.contract(), tooLong)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("payload");
    assertThat(lane.selector().waiting()).isZero();
  }

  // ---- target ranking

  @Test
  void bestScoreIsFirstAndAttemptsMakeRoomForOthers() {
    TargetRanking ranking = new TargetRanking("ranking", 10, Cooldown.NONE);
    ranking.add("poor", 2, Jobs.on("poor", 1));
    ranking.add("rich", 5, Jobs.on("rich", 2));
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String key = take(ranking, 1, NOW).get(0);
      taken.add(key);
      end(ranking, key);
    }

    assertThat(taken).containsExactly("rich", "rich", "poor", "rich", "rich");
    assertThat(ranking.rank("rich")).hasValue(1);
    assertThat(ranking.rank("unknown")).isEmpty();
  }

  @Test
  void scoreMayChangeAtAnyTime() {
    TargetRanking ranking = new TargetRanking("ranking", 10, Cooldown.NONE);
    ranking.add("a", 2, Jobs.on("a", 1));
    ranking.add("b", 1, Jobs.on("b", 2));

    assertThat(ranking.rescore("b", 3)).isTrue();
    assertThat(take(ranking, 1, NOW)).containsExactly("b");
    assertThat(ranking.rescore("b", 9)).as("in work").isTrue();
    end(ranking, "b");

    assertThat(ranking.rank("b")).hasValue(4.5);
    assertThat(take(ranking, 2, NOW)).containsExactly("b", "a");
    assertThat(ranking.rescore("c", 1)).isFalse();
  }

  @Test
  void rankingTakesUpWhatNamesATargetAndHasAScore() {
    TargetRanking ranking = new TargetRanking("ranking", 10, Cooldown.NONE);

    assertThatThrownBy(() -> ranking.add("a", 1, Jobs.on("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no target");
    for (double score : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> ranking.add("a", score, Jobs.on("a", 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("score");
    }
  }

  // ---- concurrency

  @Test
  void keyWithFewestInWorkIsFirst() {
    ConcurrencyLane lane = new ConcurrencyLane("lane", 10, Cooldown.NONE, 3);
    for (int i = 1; i <= 4; i++) {
      lane.add("x" + i, "x", Jobs.on("x" + i));
    }
    lane.add("y1", "y", Jobs.on("y1"));
    lane.add("z1", "z", Jobs.on("z1"));

    assertThat(take(lane, 4, NOW)).containsExactly("x1", "y1", "z1", "x2");
    assertThat(lane.inWork()).isEqualTo(Map.of("x", 2, "y", 1, "z", 1));
  }

  @Test
  void noKeyHasMoreInWorkThanItsBound() {
    ConcurrencyLane lane = new ConcurrencyLane("lane", 10, Cooldown.NONE, 2);
    for (int i = 1; i <= 4; i++) {
      lane.add("x" + i, "x", Jobs.on("x" + i));
    }

    assertThat(take(lane, 4, NOW)).containsExactly("x1", "x2");
    assertThat(take(lane, 4, NOW)).isEmpty();
    end(lane, "x1");
    assertThat(take(lane, 4, NOW)).as("who waits longest").containsExactly("x3");
  }

  // ---- replay

  @Test
  void replayGoesRoundInTheOrderOfKeys() {
    ReplayFallback replay = new ReplayFallback("replay", 10, Cooldown.NONE);
    for (String key : List.of("c", "a", "b")) {
      replay.add(key, Jobs.on(key));
    }
    assertThat(replay.cursor()).isEmpty();
    assertThat(take(replay, 2, NOW)).containsExactly("a", "b");
    assertThat(replay.cursor()).contains("b");
    end(replay, "a");
    end(replay, "b");

    assertThat(take(replay, 3, NOW + 1)).containsExactly("c", "a", "b");
    assertThat(replay.lastReplayNanos("a")).hasValue(NOW + 1);
  }

  /** What is refused waits for its turn in the next lap, and is not counted as replayed. */
  @Test
  void cursorStandsAtWhatWasAdmittedLast() {
    ReplayFallback replay = new ReplayFallback("replay", 10, Cooldown.NONE);
    for (String key : List.of("a", "b", "c")) {
      replay.add(key, Jobs.on(key));
    }
    Round round = replay.begin(1, NOW);
    round.next();
    round.next();
    round.admitted();
    round.next();
    round.commit();

    assertThat(replay.cursor()).contains("b");
    assertThat(replay.lastReplayNanos("a")).isEmpty();
    assertThat(replay.lastReplayNanos("c")).isEmpty();
    assertThat(take(replay, 2, NOW)).containsExactly("c", "a");
  }
}
