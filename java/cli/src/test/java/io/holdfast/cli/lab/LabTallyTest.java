package io.holdfast.cli.lab;

import static io.holdfast.cli.lab.SampleLabEvents.AGREEING;
import static io.holdfast.cli.lab.SampleLabEvents.BROKEN;
import static io.holdfast.cli.lab.SampleLabEvents.DIFFERING;
import static io.holdfast.cli.lab.SampleLabEvents.SKIPPED;
import static io.holdfast.cli.lab.SampleLabEvents.tally;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabTallyTest {

  @Test
  void answersZeroWhenEveryCaseThatRanAgrees() {
    assertThat(tally(List.of(AGREEING)).exitCode()).isEqualTo(ExitCode.OK);
    assertThat(tally(List.of(SKIPPED, AGREEING)).exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void answersOneWhenACaseDiffersWhateverElseHappened() {
    assertThat(tally(List.of(DIFFERING)).exitCode()).isEqualTo(ExitCode.REFUTED);
    assertThat(tally(SampleLabEvents.ALL).exitCode()).isEqualTo(ExitCode.REFUTED);
  }

  @Test
  void answersFourWhenACaseBrokeOrNoneCouldBeRun() {
    assertThat(tally(List.of(AGREEING, BROKEN)).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(tally(List.of(SKIPPED)).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(tally(List.of()).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @Test
  void countsInWords() {
    assertThat(tally(SampleLabEvents.ALL).inWords())
        .isEqualTo("1 case agrees, 1 differs, 1 could not be run to the end, 1 skipped");
    assertThat(tally(List.of(AGREEING, AGREEING)).inWords()).isEqualTo("2 cases agree");
  }
}
