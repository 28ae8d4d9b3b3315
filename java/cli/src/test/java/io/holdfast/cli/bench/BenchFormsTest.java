package io.holdfast.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.cli.report.Paint;
import io.holdfast.durable.DirectorySupport.Barrier;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.RowKind;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What text and page say. */
class BenchFormsTest {

  private static final int COLUMNS = 100;

  private static String text(GaugeReport report, int columns) {
    return BenchText.render(report, Optional.empty(), columns, Paint.PLAIN);
  }

  private static Optional<Comparison> compared(GaugeReport now) throws Exception {
    String before =
        BenchReportJson.render(SampleBenches.report(900_000), Optional.empty(), "1.2.3");
    Baseline baseline = Baseline.read(before.getBytes(StandardCharsets.UTF_8));
    return Optional.of(Comparison.of(baseline, now, "1.2.3", new Thresholds(1.25, 2)));
  }

  @Test
  void everyRowFitsOneLineOfAHundredColumnsAndAllFitOneScreen() {
    GaugeReport report = SampleBenches.report(2_000_000);
    String text = text(report, COLUMNS);
    assertThat(text.lines()).hasSizeLessThan(25).allMatch(line -> line.length() <= COLUMNS);
    assertThat(text(report, 80).lines()).hasSizeLessThan(25).allMatch(l -> l.length() <= 80);
    for (RowKind kind : RowKind.values()) {
      assertThat(text).containsPattern("(?m)^" + kind.id() + " +500 +2\\.00 ms .* 1000 ");
    }
    assertThat(text)
        .contains("2 CPUs, load 0.10 0.20 0.30 at the start, Java 17.0.1, binding jni")
        .contains("ext4 from /dev/vda on /srv (rw, relatime)", "/dev/vda, write cache: write back")
        .doesNotContain("void", "implausibly");
  }

  @Test
  void namesWhatIsVoidAndWhatIsImplausible() {
    assertThat(text(SampleBenches.complete(), COLUMNS))
        .containsPattern("(?m)^publish +void: fsync: EIO$")
        .contains("implausibly fast: fdatasync. No medium that writes through answers so soon.")
        .contains("1 of 11 rows are void", "<b>something</b> is left behind");
  }

  @Test
  void saysOfMemoryThatNothingSurvives() {
    GaugeReport report =
        SampleBenches.report(
            RawPath.of("/dev/shm"),
            SampleBenches.place("tmpfs", Barrier.ACCEPTED_NOT_DURABLE),
            SampleBenches.rows(2_000_000));
    assertThat(text(report, COLUMNS)).contains("tmpfs is memory", "not of barriers");
  }

  @Test
  void showsRatiosBesideAnEarlierRun() throws Exception {
    GaugeReport now = SampleBenches.complete();
    String text = BenchText.render(now, compared(now), COLUMNS, Paint.PLAIN);
    assertThat(text)
        .contains("Beside the run of 1970-01-01T00:00:01Z")
        .containsPattern("(?m)^claim_release +2\\.22 +2\\.22  too slow$")
        .containsPattern("(?m)^publish +- +-  not compared$")
        .containsPattern("(?m)^fdatasync +0\\.00 +0\\.00$")
        .contains("9 of 11 rows take more than 1.25 times as long as then, 9 of them more");
  }

  @Test
  void drawsAPageThatNeedsNothingElse() throws Exception {
    assumeThat(PlotDrawer.obstacle()).as("this Java cannot draw").isEmpty();
    GaugeReport now = SampleBenches.complete();
    String page = BenchPage.render(now, compared(now), "1.2.3");
    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("<title>Single barriers</title>", "<title>Files and batches</title>")
        .contains("<title>Locks and leases</title>", "<title>Beside the earlier run</title>")
        .contains("void: fsync: EIO", "&lt;b&gt;something", "6.1.0-test", "1.2.3")
        .doesNotContain("<b>", "<s>", "<script", "src=", "href=");
  }
}
