package io.holdfast.campaign.ledger;

import io.holdfast.campaign.ledger.LedgerLine.Beat;
import io.holdfast.campaign.ledger.LedgerLine.Began;
import io.holdfast.campaign.ledger.LedgerLine.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Which targets were worked on when, by the ledgers.
 *
 * <p>A lease can be trusted as long as a beat that was renewed with it began less than the ttl ago.
 * Of a coordinator that was killed nobody knows how long its workers went on: until its lease could
 * not be trusted any more is assumed.
 */
final class Solves {

  private final boolean oneHost;
  private final Map<Long, List<Solve>> byTarget = new TreeMap<>();

  private Solves(boolean oneHost) {
    this.oneHost = oneHost;
  }

  static Map<Long, List<Solve>> byTarget(Map<String, List<LedgerLine>> ledgers) {
    long hosts =
        ledgers.values().stream()
            .flatMap(List::stream)
            .filter(Began.class::isInstance)
            .map(line -> ((Began) line).bootId())
            .distinct()
            .count();
    Solves solves = new Solves(hosts <= 1);
    ledgers.forEach(solves::add);
    return solves.byTarget;
  }

  private void add(String ledger, List<LedgerLine> lines) {
    if (lines.isEmpty() || !(lines.get(0) instanceof Began began)) {
      return;
    }
    long offset = oneHost ? 0 : TimeUnit.MILLISECONDS.toNanos(began.wallMillis()) - began.nanos();
    long ttl = TimeUnit.MILLISECONDS.toNanos(began.ttlMillis());
    List<Long> beats = new ArrayList<>(List.of(began.nanos()));
    lines.stream().filter(Beat.class::isInstance).forEach(line -> beats.add(line.nanos()));
    for (Stint stint : Stint.of(lines)) {
      long liveEnd = liveEnd(beats, stint.sent().nanos(), ttl);
      add(ledger, stint.sent(), stint.backNanos().orElse(liveEnd), liveEnd, offset);
    }
  }

  /** Until when what was held at a time could be trusted without a gap. */
  private static long liveEnd(List<Long> beats, long from, long ttl) {
    long end = from;
    for (long beat : beats) {
      if (beat > Math.max(from, end)) {
        break;
      }
      end = Math.max(end, beat + ttl);
    }
    return end;
  }

  private void add(String ledger, Sent sent, long to, long liveEnd, long offset) {
    for (long target : sent.targets()) {
      byTarget
          .computeIfAbsent(target, any -> new ArrayList<>())
          .add(
              new Solve(
                  target,
                  ledger,
                  sent.id(),
                  sent.nanos() + offset,
                  to + offset,
                  Math.min(to, liveEnd) + offset));
    }
  }
}
