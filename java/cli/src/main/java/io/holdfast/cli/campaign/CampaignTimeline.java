package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.campaign.ledger.LedgerLine.Began;
import io.holdfast.campaign.ledger.LedgerLine.Done;
import io.holdfast.campaign.ledger.LedgerLine.Trouble;
import io.holdfast.campaign.ledger.Stint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * When what happened in the last run of a campaign. Ledgers of earlier runs are left out: their
 * clock may be another one, and between runs is any time.
 *
 * @param seconds how long it took
 * @param coordinators what they did, by number
 * @param troubles in their order
 * @param leftOut how many ledgers of coordinators of earlier runs there are
 */
record CampaignTimeline(
    double seconds,
    SortedMap<Integer, Coordinator> coordinators,
    List<Mark> troubles,
    int leftOut) {

  /**
   * One coordinator, over all its starts; times are in seconds since the run began.
   *
   * @param results when each of its results was acknowledged, in order
   * @param work when its workers worked; of one that was killed until its last line
   */
  record Coordinator(List<Double> results, List<Span> work) {

    /** How many results it had at a time. */
    long resultsAt(double seconds) {
      return results.stream().filter(result -> result <= seconds).count();
    }
  }

  record Span(double from, double to) {}

  /** Something was done to a coordinator. */
  record Mark(double seconds, String kind, int coordinator) {}

  static CampaignTimeline of(CampaignResult result) {
    Collection<List<LedgerLine>> ledgers = result.lines().values();
    Optional<Began> last =
        ledgers.stream()
            .flatMap(lines -> began(lines).stream())
            .max(Comparator.comparingLong(Began::wallMillis));
    if (last.isEmpty()) {
      return new CampaignTimeline(0, new TreeMap<>(), List.of(), 0);
    }
    String boot = last.get().bootId();
    List<List<LedgerLine>> sameClock =
        ledgers.stream()
            .filter(lines -> began(lines).filter(b -> b.bootId().equals(boot)).isPresent())
            .toList();
    long end =
        sameClock.stream().flatMap(List::stream).mapToLong(LedgerLine::nanos).max().orElse(0);
    Reading reading = new Reading(end - result.nanos());
    sameClock.forEach(reading::add);
    ledgers.stream()
        .flatMap(List::stream)
        .filter(Trouble.class::isInstance)
        .map(Trouble.class::cast)
        .filter(trouble -> trouble.nanos() >= end - result.nanos() && trouble.nanos() <= end)
        .sorted(Comparator.comparingLong(Trouble::nanos))
        .forEach(reading::add);
    long all = ledgers.stream().filter(lines -> began(lines).isPresent()).count();
    return new CampaignTimeline(
        result.nanos() / (double) TimeUnit.SECONDS.toNanos(1),
        reading.coordinators(),
        reading.marks,
        (int) all - reading.ledgers);
  }

  private static Optional<Began> began(List<LedgerLine> lines) {
    return !lines.isEmpty() && lines.get(0) instanceof Began began
        ? Optional.of(began)
        : Optional.empty();
  }

  /** Collects the ledgers of the run that began at a time. */
  private static final class Reading {

    private final long beganNanos;
    private final SortedMap<Integer, Coordinator> coordinators = new TreeMap<>();
    private final List<Mark> marks = new ArrayList<>();
    private int ledgers;

    Reading(long beganNanos) {
      this.beganNanos = beganNanos;
    }

    private double seconds(long nanos) {
      return (nanos - beganNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    void add(List<LedgerLine> lines) {
      Began began = (Began) lines.get(0);
      if (began.nanos() < beganNanos) {
        return;
      }
      ledgers++;
      Coordinator coordinator =
          coordinators.computeIfAbsent(
              began.coordinator(), any -> new Coordinator(new ArrayList<>(), new ArrayList<>()));
      lines.stream()
          .filter(Done.class::isInstance)
          .forEach(done -> coordinator.results.add(seconds(done.nanos())));
      long end = lines.get(lines.size() - 1).nanos();
      for (Stint stint : Stint.of(lines)) {
        double from = seconds(stint.sent().nanos());
        coordinator.work.add(new Span(from, seconds(stint.backNanos().orElse(end))));
      }
    }

    void add(Trouble trouble) {
      marks.add(new Mark(seconds(trouble.nanos()), trouble.kind(), trouble.coordinator()));
    }

    SortedMap<Integer, Coordinator> coordinators() {
      coordinators.values().forEach(each -> each.results.sort(Comparator.naturalOrder()));
      return coordinators;
    }
  }
}
