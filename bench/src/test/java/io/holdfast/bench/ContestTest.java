package io.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose counts are wrong has no time. */
class ContestTest {

  private static final Expectation BATCH = Expectation.exactly(64, 8);
  private static final Counts RIGHT = new Counts(64, 8, 56, 8);

  @ParameterizedTest
  @CsvSource({
    "63, 8, 56, 8",
    "65, 8, 56, 8",
    "64, 7, 57, 7",
    "64, 9, 55, 9",
    "64, 8, 56, 7",
    "64, 8, 56, 9",
    "0, 0, 0, 0"
  })
  void oneWrongShotLeavesNoTimes(long files, long directories, long avoided, long probes) {
    Counts wrong = new Counts(files, directories, avoided, probes);
    List<Counts> shots = new ArrayList<>();
    Contestant late =
        new Contestant(
            "late",
            BATCH,
            0,
            () -> {
              shots.add(shots.size() == 10 ? wrong : RIGHT);
              return new Contestant.Shot(1, shots.get(shots.size() - 1));
            });

    assertThatThrownBy(() -> new Contest(List.of(late), 11, Long.MAX_VALUE).run())
        .isInstanceOf(WrongCountsException.class)
        .hasMessageContaining("late: expected 64 file and 8 directory syncs")
        .hasMessageContaining(wrong.toString());
  }

  @Test
  void aWarmUpIsCheckedToo() {
    Contestant cold = new Contestant("cold", BATCH, 1, () -> new Contestant.Shot(1, Counts.NONE));

    assertThatThrownBy(() -> new Contest(List.of(cold), 11, Long.MAX_VALUE).run())
        .isInstanceOf(WrongCountsException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "319, 100, 220, 100",
    "320, 100, 219, 100",
    "320, 100, 221, 100",
    "320, 0, 320, 0",
    "320, 100, 220, 99"
  })
  void aSharedBarrierServesEachChangeOnce(long files, long directories, long avoided, long probes) {
    Expectation shared = Expectation.shared(320);

    shared.check("right", new Counts(320, 100, 220, 100));
    assertThatThrownBy(() -> shared.check("wrong", new Counts(files, directories, avoided, probes)))
        .isInstanceOf(WrongCountsException.class);
  }

  @Test
  void roundsAlternate() throws Exception {
    StringBuilder order = new StringBuilder();

    new Contest(List.of(writer("C", order, 1), writer("J", order, 1)), 12, Long.MAX_VALUE).run();

    assertThat(order).hasToString("CJJCJCCJ".repeat(3));
  }

  @Test
  void aMedianIsOfElevenRoundsWhateverTheBudget() throws Exception {
    StringBuilder order = new StringBuilder();

    Map<String, Times> times = new Contest(List.of(writer("C", order, 5)), 99, 0).run();

    assertThat(order).hasSize(11);
    assertThat(times.get("C")).isEqualTo(new Times(Collections.nCopies(11, 5L)));
  }

  @Test
  void timesAreOfTheMiddle() {
    Times times = new Times(List.of(900L, 100L, 200L));

    assertThat(times.median()).isEqualTo(200);
    assertThat(new Times(List.of(10L, 20L)).median()).isEqualTo(15);
  }

  @Test
  void ratiosAreOfTheSameRound() {
    Times quick = new Times(List.of(10L, 1000L, 30L));
    Times slow = new Times(List.of(20L, 2000L, 60L));

    assertThat(slow.ratioTo(quick)).isEqualTo(new Ratio(2, 2, 2));
    assertThat(quick.ratioTo(slow)).isEqualTo(new Ratio(0.5, 0.5, 0.5));
  }

  @Test
  void aRatioTellsWhatChanceMayHaveDone() {
    Ratio ratio = Ratio.of(IntStream.rangeClosed(1, 101).mapToDouble(i -> i).toArray());

    assertThat(ratio).isEqualTo(new Ratio(51, 41, 61));
    assertThat(ratio.atMost(51)).isEqualTo("51.00 (41.00 to 61.00); target at most 51.00: met");
    assertThat(ratio.atMost(50)).endsWith(": missed, within the noise");
    assertThat(ratio.atMost(40)).endsWith(": missed");
    assertThat(ratio.atLeast(51)).endsWith(": met");
    assertThat(ratio.atLeast(52)).endsWith(": missed, within the noise");
    assertThat(ratio.atLeast(62)).endsWith(": missed");
  }

  private static Contestant writer(String name, StringBuilder order, long nanos) {
    return new Contestant(
        name,
        BATCH,
        0,
        () -> {
          order.append(name);
          return new Contestant.Shot(nanos, RIGHT);
        });
  }
}
