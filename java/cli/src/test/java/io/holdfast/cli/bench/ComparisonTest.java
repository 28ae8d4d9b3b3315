package io.holdfast.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.cli.bench.Comparison.Compared;
import io.holdfast.cli.bench.Comparison.Judgement;
import io.holdfast.durable.DirectorySupport.Barrier;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.json.JsonFormatException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

  private static final Thresholds THRESHOLDS = new Thresholds(1.25, 2);

  private static byte[] document(GaugeReport report) {
    return BenchReportJson.render(report, Optional.empty(), "1.2.3")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Comparison compare(GaugeReport before, GaugeReport now) throws Exception {
    return Comparison.of(Baseline.read(document(before)), now, "1.2.3", THRESHOLDS);
  }

  private static Compared row(Comparison comparison, RowKind kind) {
    return comparison.rows().get(kind.ordinal());
  }

  @Test
  void judgesMediansByBothThresholds() throws Exception {
    List<Row> now = SampleBenches.rows(1_000_000);
    now.set(RowKind.FSYNC.ordinal(), SampleBenches.row(RowKind.FSYNC, 1_240_000));
    now.set(RowKind.PUBLISH.ordinal(), SampleBenches.row(RowKind.PUBLISH, 1_300_000));
    now.set(RowKind.CLAIM_RELEASE.ordinal(), SampleBenches.row(RowKind.CLAIM_RELEASE, 2_100_000));
    now.set(RowKind.FDATASYNC.ordinal(), SampleBenches.row(RowKind.FDATASYNC, 10_000));
    Comparison comparison =
        compare(
            SampleBenches.report(1_000_000),
            SampleBenches.report(
                RawPath.of("/srv"), SampleBenches.place("ext4", Barrier.ANSWERED), now));
    assertThat(row(comparison, RowKind.FSYNC).judgement()).isEqualTo(Judgement.FINE);
    assertThat(row(comparison, RowKind.FDATASYNC).judgement()).isEqualTo(Judgement.FINE);
    assertThat(row(comparison, RowKind.PUBLISH).judgement()).isEqualTo(Judgement.SLOWER);
    assertThat(row(comparison, RowKind.CLAIM_RELEASE).judgement()).isEqualTo(Judgement.TOO_SLOW);
    assertThat(row(comparison, RowKind.CLAIM_RELEASE).p50Ratio().orElseThrow())
        .isBetween(2.09, 2.11);
    assertThat(row(comparison, RowKind.CLAIM_RELEASE).p99Ratio()).isPresent();
    assertThat(comparison.count(Judgement.TOO_SLOW)).isEqualTo(1);
    assertThat(comparison.differences()).isEmpty();
  }

  @Test
  void aThresholdItselfIsNotAboveIt() {
    assertThat(Comparison.judge(1.25, THRESHOLDS)).isEqualTo(Judgement.FINE);
    assertThat(Comparison.judge(Math.nextUp(1.25), THRESHOLDS)).isEqualTo(Judgement.SLOWER);
    assertThat(Comparison.judge(2, THRESHOLDS)).isEqualTo(Judgement.SLOWER);
    assertThat(Comparison.judge(Math.nextUp(2.0), THRESHOLDS)).isEqualTo(Judgement.TOO_SLOW);
  }

  @Test
  void rowsWithoutTimesInOneOfBothAreNotCompared() throws Exception {
    GaugeReport complete = SampleBenches.complete();
    GaugeReport all = SampleBenches.report(2_000_000);
    for (Comparison comparison : List.of(compare(complete, all), compare(all, complete))) {
      Compared published = row(comparison, RowKind.PUBLISH);
      assertThat(published.judgement()).isEqualTo(Judgement.NOT_COMPARED);
      assertThat(published.p50Ratio()).isEmpty();
      assertThat(comparison.count(Judgement.NOT_COMPARED)).isEqualTo(1);
    }
  }

  @Test
  void tellsWhatIsNotTheSame() throws Exception {
    GaugeReport tmpfs =
        SampleBenches.report(
            RawPath.of("/srv"),
            SampleBenches.place("tmpfs", Barrier.ANSWERED),
            SampleBenches.rows(1_000));
    Baseline before = Baseline.read(document(SampleBenches.report(1_000)));
    assertThat(Comparison.of(before, tmpfs, "1.2.4", THRESHOLDS).differences())
        .containsExactly("file system: tmpfs now, ext4 then", "Holdfast: 1.2.4 now, 1.2.3 then");
  }

  @Test
  void readsWhatIsWritten() throws Exception {
    GaugeReport report = SampleBenches.complete();
    Baseline read = Baseline.read(document(report));
    assertThat(read.started()).isEqualTo("1970-01-01T00:00:01Z");
    assertThat(read.blockBytes()).isEqualTo(8192);
    assertThat(read.surroundings()).isEqualTo(BenchWords.surroundings(report, "1.2.3"));
    assertThat(read.times()).hasSize(RowKind.values().length - 1);
    assertThat(read.times().get(RowKind.FSYNC).p50Nanos())
        .isEqualTo(report.rows().get(0).latencies().orElseThrow().percentileNanos(50));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"schema\" : \"holdfast-bench-v2\"}",
        "{\"schema\" : \"holdfast-qualify-v1\"}",
        "{\"schema\" : \"holdfast-bench-v1\"}",
        "{\"schema\" : \"holdfast-bench-v1\", \"rows\" : 7}"
      })
  void refusesWhatItDoesNotKnow(String document) {
    assertThatThrownBy(() -> Baseline.read(document.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(JsonFormatException.class);
  }

  @Test
  void refusesTimesThatNobodyMeasured() {
    String document = new String(document(SampleBenches.report(1_000)), StandardCharsets.UTF_8);
    for (String time : List.of("0", "-1", "0.5", "\"1\"")) {
      String broken = document.replaceFirst("\"p50_nanos\" : \\d+", "\"p50_nanos\" : " + time);
      assertThatThrownBy(() -> Baseline.read(broken.getBytes(StandardCharsets.UTF_8)))
          .as(time)
          .isInstanceOf(JsonFormatException.class);
    }
  }

  @Test
  void thresholdsAreInOrder() {
    for (double[] pair : new double[][] {{0.9, 2}, {2, 1.5}, {1, 1e9}, {Double.NaN, 2}}) {
      assertThatThrownBy(() -> new Thresholds(pair[0], pair[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
