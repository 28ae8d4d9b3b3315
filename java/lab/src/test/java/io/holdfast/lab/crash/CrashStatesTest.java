package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.crash.CrashStates.Choice;
import io.holdfast.lab.crash.CrashStates.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrashStatesTest {

  private static final int WRITES = 20;

  @TempDir private Path directory;

  private CrashLog log;
  private int start;

  @BeforeEach
  void writeLog() throws IOException {
    LogWriter writer = new LogWriter().record(LogWriter.DISK, 1 << 20, 0, "").mark("begin");
    start = writer.records();
    for (int i = 0; i < WRITES; i++) {
      writer.mark("started a/x " + (i + 1));
      writer.record(LogWriter.WRITE, 4096L * i, 0, new byte[4096]);
      writer.record(LogWriter.FLUSH, 0, 0, "");
      writer.mark("acknowledged a/x " + (i + 1));
    }
    log = writer.mark("end").read(directory);
  }

  private List<State> choose(long seed, int number) {
    DiskItems items = new DiskItems(log, start, 512);
    return CrashStates.choose(log, items, start, log.size() - 1, seed, number);
  }

  @Test
  void areTheSameForTheSameSeed() {
    assertThat(choose(1, 100)).isEqualTo(choose(1, 100)).isNotEqualTo(choose(2, 100));
  }

  @Test
  void areAsManyAsAskedForAndInTheOrderOfTheRecord() {
    assertThat(choose(1, 100))
        .hasSize(100)
        .isSortedAccordingTo((a, b) -> Integer.compare(a.records(), b.records()));
  }

  @ParameterizedTest
  @ValueSource(ints = {4 * WRITES + 2, 100_000})
  void coverEveryCrashPointThatMatters(int number) {
    Set<Integer> points = new HashSet<>();
    choose(1, number).forEach(state -> points.add(state.records()));

    for (int i = 0; i < WRITES; i++) {
      int started = start + 4 * i + 1;
      assertThat(points).contains(started, started + 1, started + 3);
    }
  }

  @Test
  void holdEveryChoice() {
    Set<Choice> choices = new HashSet<>();
    choose(1, 100).forEach(state -> choices.add(state.choice()));

    assertThat(choices).containsExactlyInAnyOrder(Choice.values());
  }

  @Test
  void keepWhatTheirChoiceSays() {
    for (State state : choose(3, 1000)) {
      int kept = state.kept().cardinality();
      assertThat(state.kept().length()).isLessThanOrEqualTo(state.items());
      if (state.items() > 0) {
        switch (state.choice()) {
          case NOTHING -> assertThat(kept).isZero();
          case EVERYTHING -> assertThat(kept).isEqualTo(state.items());
          case ALL_BUT_ONE -> assertThat(kept).isEqualTo(state.items() - 1);
          case ONE_ALONE -> assertThat(kept).isEqualTo(1);
          case SUBSET -> assertThat(kept).isBetween(0, state.items());
        }
      }
    }
  }

  @Test
  void areMoreWhereMoreAreAskedFor() {
    assertThat(choose(1, 5000).size()).isGreaterThan(choose(1, 300).size());
  }
}
