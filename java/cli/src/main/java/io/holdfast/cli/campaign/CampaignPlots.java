package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.cli.campaign.CampaignTimeline.Coordinator;
import io.holdfast.cli.campaign.CampaignTimeline.Mark;
import io.holdfast.cli.campaign.CampaignTimeline.Span;
import io.holdfast.cli.plot.Curve;
import io.holdfast.cli.plot.Curve.Point;
import io.holdfast.cli.plot.Curve.Style;
import io.holdfast.cli.plot.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What is drawn of a campaign. */
final class CampaignPlots {

  /** Further coordinators share one curve. */
  private static final int CURVES = 8;

  private static final int MOST_POINTS = 400;
  private static final int SLICES = 150;
  private static final int PERCENT = 100;
  private static final String SECONDS = "seconds";

  private CampaignPlots() {}

  /** How the results of each coordinator grew, and what was done to it meanwhile. */
  static Plot results(CampaignTimeline timeline) {
    List<Curve> curves = new ArrayList<>();
    SortedMap<String, Coordinator> shown = shown(timeline);
    shown.forEach(
        (name, each) -> curves.add(new Curve(name, Style.STEPS, growth(each, timeline.seconds()))));
    SortedMap<String, List<Point>> marks = new TreeMap<>();
    for (Mark mark : timeline.troubles()) {
      Coordinator hit = shown.get(name(timeline, mark.coordinator()));
      double done = hit == null ? 0 : hit.resultsAt(mark.seconds());
      marks
          .computeIfAbsent(mark.kind(), any -> new ArrayList<>())
          .add(new Point(mark.seconds(), done));
    }
    marks.forEach((kind, points) -> curves.add(new Curve(words(kind), style(kind), points)));
    return new Plot.Curves("Results over time", SECONDS, "results", false, curves);
  }

  private static Style style(String kind) {
    return switch (kind) {
      case "stop" -> Style.SQUARES;
      case "cont" -> Style.TRIANGLES;
      default -> Style.CROSSES;
    };
  }

  private static String words(String kind) {
    return kind.equals("kill-all") ? "kill of all" : kind;
  }

  private static List<Point> growth(Coordinator coordinator, double seconds) {
    List<Double> results = coordinator.results();
    List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));
    int step = 1 + results.size() / MOST_POINTS;
    for (int done = step; done <= results.size(); done += step) {
      points.add(new Point(results.get(done - 1), done));
    }
    points.add(new Point(seconds, results.size()));
    return points;
  }

  /** How many workers of each coordinator worked, one upon the other. */
  static Plot busy(CampaignTimeline timeline) {
    List<Curve> curves = new ArrayList<>();
    double[] below = new double[SLICES];
    boolean any = false;
    for (Map.Entry<String, Coordinator> each : shown(timeline).entrySet()) {
      List<Point> points = new ArrayList<>();
      double slice = timeline.seconds() / SLICES;
      double[] busy = meanBusy(each.getValue().work(), slice);
      for (int at = 0; at < SLICES; at++) {
        below[at] += busy[at];
        points.add(new Point(at * slice, below[at]));
      }
      points.add(new Point(timeline.seconds(), below[SLICES - 1]));
      any |= !each.getValue().work().isEmpty();
      curves.add(0, new Curve(each.getKey(), Style.FILLED_STEPS, points));
    }
    return new Plot.Curves("Workers at work", SECONDS, "workers", false, any ? curves : List.of());
  }

  private static double[] meanBusy(List<Span> work, double slice) {
    double[] busy = new double[SLICES];
    for (Span span : work) {
      int last = Math.min(SLICES - 1, (int) (span.to() / slice));
      for (int at = Math.max(0, (int) (span.from() / slice)); at <= last; at++) {
        double from = Math.max(span.from(), at * slice);
        double to = Math.min(span.to(), (at + 1) * slice);
        busy[at] += Math.max(0, to - from) / slice;
      }
    }
    return busy;
  }

  private static SortedMap<String, Coordinator> shown(CampaignTimeline timeline) {
    SortedMap<String, Coordinator> shown = new TreeMap<>();
    timeline
        .coordinators()
        .forEach((number, each) -> shown.merge(name(timeline, number), each, CampaignPlots::both));
    return shown;
  }

  private static String name(CampaignTimeline timeline, int number) {
    int all = timeline.coordinators().isEmpty() ? 0 : timeline.coordinators().lastKey() + 1;
    return all > CURVES && number >= CURVES - 1
        ? "the other " + (all - CURVES + 1)
        : "coordinator " + number;
  }

  private static Coordinator both(Coordinator one, Coordinator other) {
    List<Double> results = new ArrayList<>(one.results());
    results.addAll(other.results());
    results.sort(Double::compare);
    List<Span> work = new ArrayList<>(one.work());
    work.addAll(other.work());
    return new Coordinator(results, work);
  }

  /** Of each step how long it took at most, for each hundredth of its times. */
  static Plot steps(Audit audit) {
    List<Curve> curves = new ArrayList<>();
    for (String step : CampaignWords.STEPS) {
      if (!audit.steps().getOrDefault(step, List.of()).isEmpty()) {
        List<Point> points = new ArrayList<>();
        for (int percent = 0; percent <= PERCENT; percent++) {
          long nanos = Math.max(1, audit.percentileNanos(step, percent / (double) PERCENT));
          points.add(new Point(percent, nanos / (double) TimeUnit.MILLISECONDS.toNanos(1)));
        }
        curves.add(new Curve(step, Style.LINE, points));
      }
    }
    return new Plot.Curves("Time of each step", "percent of its times", "ms", true, curves);
  }

  /** What renewing leases cost, and what it did not cost because barriers were shared. */
  static Plot heartbeats(Audit audit) {
    return new Plot.Bars(
        "Heartbeats",
        "times",
        List.of("work", "targets"),
        List.of(
            heartbeat("renewals", "heartbeat_renewals", audit),
            heartbeat("directory syncs", "heartbeat_directory_syncs", audit),
            heartbeat("syncs avoided", "directory_syncs_avoided", audit)));
  }

  private static Plot.Row heartbeat(String name, String figure, Audit audit) {
    return new Plot.Row(
        name,
        List.of(
            (double) audit.figures().getOrDefault("work_" + figure, 0L),
            (double) audit.figures().getOrDefault("target_" + figure, 0L)));
  }

  /** How often a target was worked on twice at once, with leases of targets and without. */
  static Plot duplicates(CampaignResult with, CampaignResult without) {
    return comparison(
        "Duplicated solves",
        "solves",
        (double) with.audit().duplicatedSolves(),
        (double) without.audit().duplicatedSolves());
  }

  /** How much time of workers was wasted by it. */
  static Plot waste(CampaignResult with, CampaignResult without) {
    double second = TimeUnit.SECONDS.toNanos(1);
    return comparison(
        "Wasted worker time",
        SECONDS,
        with.audit().wastedNanos() / second,
        without.audit().wastedNanos() / second);
  }

  private static Plot comparison(String title, String up, double with, double without) {
    return new Plot.Bars(
        title,
        up,
        List.of("with target leases", "without"),
        List.of(new Plot.Row(up, List.of(with, without))));
  }
}
