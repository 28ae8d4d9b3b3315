package io.holdfast.cli.bench;

import io.holdfast.cli.plot.Curve;
import io.holdfast.cli.plot.Curve.Point;
import io.holdfast.cli.plot.Curve.Style;
import io.holdfast.cli.plot.Plot;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What is drawn of measurements. */
final class BenchPlots {

  private static final int PERCENT = 100;
  private static final Set<RowKind> BARRIERS =
      EnumSet.of(RowKind.FSYNC, RowKind.FDATASYNC, RowKind.DSYNC_WRITE, RowKind.DIRECTORY_FSYNC);
  private static final Set<RowKind> FILES =
      EnumSet.of(
          RowKind.STAGED_REPLACE,
          RowKind.PUBLISH,
          RowKind.BATCH_ONE_SHARD,
          RowKind.BATCH_EIGHT_SHARDS);
  private static final Set<RowKind> LEASES =
      EnumSet.of(RowKind.SESSION_HEARTBEAT, RowKind.FLOCK_ROUND_TRIP, RowKind.CLAIM_RELEASE);

  private BenchPlots() {}

  /** One plot for each kind of thing, as they differ by orders of magnitude. */
  static List<Plot> times(GaugeReport report) {
    return List.of(
        times("Single barriers", report, BARRIERS),
        times("Files and batches", report, FILES),
        times("Locks and leases", report, LEASES));
  }

  /** How long it took at most, for each hundredth of the operations. */
  private static Plot times(String title, GaugeReport report, Set<RowKind> kinds) {
    List<Curve> curves = new ArrayList<>();
    for (Row row : report.rows()) {
      if (kinds.contains(row.kind()) && row.latencies().isPresent()) {
        curves.add(new Curve(row.kind().id(), Style.LINE, points(row.latencies().get())));
      }
    }
    return new Plot.Curves(title, "percent of its times", "ms", true, curves);
  }

  private static List<Point> points(Latencies times) {
    double milli = TimeUnit.MILLISECONDS.toNanos(1);
    List<Point> points = new ArrayList<>();
    for (int percent = 0; percent <= PERCENT; percent++) {
      points.add(new Point(percent, times.percentileNanos(percent) / milli));
    }
    return points;
  }

  /** How many times as long half of the operations take as they did then. */
  static Plot ratios(Comparison comparison) {
    List<Comparison.Compared> compared =
        comparison.rows().stream().filter(row -> row.p50Ratio().isPresent()).toList();
    return new Plot.Bars(
        "Beside the earlier run",
        "median now / then",
        compared.stream().map(row -> row.kind().id()).toList(),
        List.of(
            new Plot.Row("p50", compared.stream().map(row -> row.p50Ratio().orElse(0)).toList())));
  }
}
