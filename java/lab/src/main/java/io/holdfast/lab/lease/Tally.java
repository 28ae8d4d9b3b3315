package io.holdfast.lab.lease;

import io.holdfast.lab.lease.LeaseRunResult.Latency;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts and measures what a ledger tells. Pure. */
final class Tally {

  private static final int P50 = 50;
  private static final int P99 = 99;

  private final Map<LeaseFigure, Long> figures = new EnumMap<>(LeaseFigure.class);
  private final Map<LeaseOperation, List<Long>> nanos = new EnumMap<>(LeaseOperation.class);

  Tally(List<LedgerLine> ledger) {
    ledger.forEach(this::add);
  }

  private void add(LedgerLine line) {
    switch (line.deed()) {
      case CLAIMED -> took(line, LeaseOperation.CLAIM, LeaseFigure.CLAIMS);
      case STOLEN -> {
        took(line, LeaseOperation.CLAIM, LeaseFigure.CLAIMS);
        count(LeaseFigure.STEALS, 1);
      }
      case BEGUN -> took(line, LeaseOperation.COMMIT, LeaseFigure.COMMITS);
      case COMPLETED -> measure(line, LeaseOperation.COMPLETE);
      case REPLAYED -> count(LeaseFigure.REPLAYS, 1);
      case RELEASED -> count(LeaseFigure.RELEASES, 1);
      case BEAT -> {
        took(line, LeaseOperation.HEARTBEAT, LeaseFigure.BEATS);
        count(LeaseFigure.CONFLICTS, Long.parseLong(line.note().split(" ", -1)[1]));
      }
      case STALE -> count(LeaseFigure.STALE, 1);
      case LATE -> count(LeaseFigure.LATE_WRITES, 1);
      case UNAVAILABLE, SKEWED -> count(LeaseFigure.UNAVAILABLE, 1);
      case UNANSWERED -> unanswered(line.note());
      case OPENED, CLOSING, TAKEN_OVER, COMPLETING, ALREADY, RELEASING, CORRUPT -> {}
    }
  }

  private void unanswered(String note) {
    String exception = note.split(" ", -1)[1];
    count(
        switch (exception) {
          case "DurabilityUnknownException" -> LeaseFigure.UNKNOWN;
          case "SessionLostException" -> LeaseFigure.LOST_SESSIONS;
          default -> LeaseFigure.FAILURES;
        },
        1);
  }

  private void took(LedgerLine line, LeaseOperation operation, LeaseFigure figure) {
    measure(line, operation);
    count(figure, 1);
  }

  private void measure(LedgerLine line, LeaseOperation operation) {
    nanos
        .computeIfAbsent(operation, any -> new ArrayList<>())
        .add(line.endedNanos() - line.begunNanos());
  }

  private void count(LeaseFigure figure, long more) {
    figures.merge(figure, more, Long::sum);
  }

  Map<LeaseFigure, Long> figures() {
    return figures;
  }

  Map<LeaseOperation, Latency> latencies() {
    Map<LeaseOperation, Latency> latencies = new EnumMap<>(LeaseOperation.class);
    nanos.forEach(
        (operation, times) -> {
          Collections.sort(times);
          latencies.put(
              operation, new Latency(times.size(), percentile(times, P50), percentile(times, P99)));
        });
    return latencies;
  }

  private static long percentile(List<Long> sorted, int percent) {
    int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
    return sorted.get(Math.max(0, rank - 1));
  }
}
