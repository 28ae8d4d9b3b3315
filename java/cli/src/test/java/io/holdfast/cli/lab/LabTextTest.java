package io.holdfast.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.Paint;
import io.holdfast.lab.LabCases;
import io.holdfast.lab.LabEvent;
import org.junit.jupiter.api.Test;

class LabTextTest {

  private final LabText text = new LabText(100, Paint.PLAIN);

  @Test
  void showsExpectedBesideObserved() {
    assertThat(text.of(SampleLabEvents.AGREEING))
        .isEqualTo(
            """
            agrees   tmpfs/plain  tmpfs (fence-table)
                     expected  inconclusive
                     observed  inconclusive in 1.3 s, flock COHERENT, ofd LOCAL_ONLY
                               file_fsync: accepted, not durable
            """);
  }

  @Test
  void showsWhereTheyDiffer() {
    assertThat(text.of(SampleLabEvents.DIFFERING))
        .isEqualTo(
            """
            DIFFERS  fuse/granted/lease-table  FUSE, mode granted (lease-table)
                     expected  refuted
                     observed  qualified in 1.3 s, flock COHERENT, ofd LOCAL_ONLY
                     differs   expected refuted, observed qualified
                     differs   left behind: ./left
            """);
  }

  @Test
  void saysWhyThereIsNothingToShow() {
    assertThat(text.of(SampleLabEvents.SKIPPED))
        .isEqualTo(
            """
            skipped  loop/xfs  xfs on a loop device (full-shared-state)
                     why       needs root: loop devices
            """);
    assertThat(text.of(new LabEvent.RigUp("tmpfs/plain", "/mnt"))).isEmpty();
  }

  @Test
  void tellsWhatHappensMeanwhile() {
    LabEvent.Progress progress = new LabEvent.Progress("tmpfs/plain", "\033[2Jalpha is cut off");
    assertThat(text.of(progress)).isEqualTo("         tmpfs/plain: \\x1b[2Jalpha is cut off\n");
  }

  @Test
  void letsNothingThatAProgramPrintedReachTheTerminalAsACommand() {
    assertThat(text.of(SampleLabEvents.BROKEN)).contains("no room").doesNotContain("\033");
  }

  @Test
  void listsWhatCanBeRunAndWhyNot() {
    assertThat(text.listed(LabCases.named("tmpfs/plain"), ""))
        .isEqualTo("runs     tmpfs/plain: tmpfs (fence-table)\n");
    assertThat(text.listed(LabCases.named("tmpfs/plain"), "no namespaces"))
        .isEqualTo("cannot   tmpfs/plain: tmpfs (fence-table): no namespaces\n");
  }
}
