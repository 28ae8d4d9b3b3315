package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabLinesTest {

  static Stream<LabEvent> events() {
    Observation seen =
        new Observation(
            Outcome.REFUTED,
            "B \"acquired\" it\nand A \\xff held it",
            "fuse.lying-fs",
            Map.of("hard_link", "refuted EPERM", "file_fsync", "qualified"),
            Map.of("flock", "LOCAL_ONLY"),
            List.of("flock-local-only"),
            List.of("./left"),
            1_234_567_890_123L);
    return Stream.of(
        new LabEvent.RigUp("fuse/local", "/mnt/ä \u2028"),
        new LabEvent.Progress("fuse/local", "A is cut off"),
        new LabEvent.Finished(new CaseResult("fuse/local", "refuted", seen, List.of("one", "two"))),
        new LabEvent.Broken("loop/xfs", "mkfs.xfs answered 1: no room"),
        new LabEvent.Skipped("loop/xfs", "needs root"));
  }

  @ParameterizedTest
  @MethodSource("events")
  void isReadAsItWasWritten(LabEvent event) throws IOException {
    String line = LabLines.write(event);
    assertThat(line).doesNotContain("\n");
    assertThat(LabLines.read(line)).isEqualTo(event);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"case\":\"x\",\"event\":\"unknown\"}",
        "{\"case\":\"x\",\"event\":\"up\"}",
        "{\"case\":1,\"event\":\"up\",\"directory\":\"/\"}",
      })
  void refusesWhatIsNoEvent(String line) {
    assertThatThrownBy(() -> LabLines.read(line)).isInstanceOf(IOException.class);
  }
}
