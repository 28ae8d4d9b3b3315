package io.holdfast.cli.bench;

import io.holdfast.cli.bench.Baseline.Times;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What was measured beside what an earlier run measured. Pure.
 *
 * @param differences in what the figures must be read with, a line each
 * @param rows one for each that was measured, in their order
 */
public record Comparison(
    Baseline baseline, Thresholds thresholds, List<String> differences, List<Compared> rows) {

  /** What is said of a row. */
  public enum Judgement {
    /** Not slower than the soft threshold. */
    FINE,
    /** Slower than the soft threshold. */
    SLOWER,
    /** Slower than the hard threshold. */
    TOO_SLOW,
    /** One of both has no times. */
    NOT_COMPARED
  }

  /**
   * A row beside the earlier one; above 1 it is slower now.
   *
   * @param p50Ratio of the medians, which are judged
   * @param p99Ratio where both runs have one; it is not judged
   */
  public record Compared(
      RowKind kind, OptionalDouble p50Ratio, OptionalDouble p99Ratio, Judgement judgement) {}

  public Comparison {
    differences = List.copyOf(differences);
    rows = List.copyOf(rows);
  }

  /**
   * Compares.
   *
   * @param version of Holdfast that measured {@code now}
   */
  public static Comparison of(
      Baseline before, GaugeReport now, String version, Thresholds thresholds) {
    List<Compared> rows =
        now.rows().stream()
            .map(
                row ->
                    row.latencies().isPresent() && before.times().containsKey(row.kind())
                        ? compared(
                            row.kind(),
                            before.times().get(row.kind()),
                            row.latencies().get(),
                            thresholds)
                        : new Compared(
                            row.kind(),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            Judgement.NOT_COMPARED))
            .toList();
    return new Comparison(before, thresholds, differences(before, now, version), rows);
  }

  private static Compared compared(
      RowKind kind, Times before, Latencies now, Thresholds thresholds) {
    double p50 = now.percentileNanos(Percentile.P50.percent()) / (double) before.p50Nanos();
    OptionalLong p99 = now.nanos(Percentile.P99);
    boolean both = p99.isPresent() && before.p99Nanos().isPresent();
    return new Compared(
        kind,
        OptionalDouble.of(p50),
        both
            ? OptionalDouble.of(p99.getAsLong() / (double) before.p99Nanos().getAsLong())
            : OptionalDouble.empty(),
        judge(p50, thresholds));
  }

  static Judgement judge(double ratio, Thresholds thresholds) {
    if (ratio > thresholds.hard()) {
      return Judgement.TOO_SLOW;
    }
    return ratio > thresholds.soft() ? Judgement.SLOWER : Judgement.FINE;
  }

  private static List<String> differences(Baseline before, GaugeReport now, String version) {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, String> here : BenchWords.surroundings(now, version).entrySet()) {
      String there = before.surroundings().getOrDefault(here.getKey(), "");
      if (!there.equals(here.getValue())) {
        differences.add("%s: %s now, %s then".formatted(here.getKey(), here.getValue(), there));
      }
    }
    return differences;
  }

  /** How many rows are judged so. */
  public long count(Judgement judgement) {
    return rows.stream().filter(row -> row.judgement() == judgement).count();
  }
}
