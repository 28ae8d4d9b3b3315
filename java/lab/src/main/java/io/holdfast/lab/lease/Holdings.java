package io.holdfast.lab.lease;

import io.holdfast.lease.TableManifest.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** For how long each holder could trust its lease, by what it was answered. Pure. */
final class Holdings {

  private static final Set<Deed> LIFE = Set.of(Deed.OPENED, Deed.BEAT, Deed.CLOSING);

  private final boolean bySession;
  private final long ttlNanos;

  /** Openings, beats and closings of each coordinator, in the order of its ledger lines. */
  private final Map<Integer, List<LedgerLine>> lives = new HashMap<>();

  private final Map<Integer, List<LedgerLine>> takings = new HashMap<>();

  Holdings(LeaseRunRequest request, List<LedgerLine> ledger) {
    this.bySession = request.protocol() == Protocol.FENCE;
    this.ttlNanos = TimeUnit.MILLISECONDS.toNanos(request.ttlMillis());
    for (LedgerLine line : ledger) {
      if (LIFE.contains(line.deed())) {
        lives.computeIfAbsent(line.coordinator(), any -> new ArrayList<>()).add(line);
      } else if (line.deed().isTaking()) {
        takings.computeIfAbsent(line.coordinator(), any -> new ArrayList<>()).add(line);
      }
    }
  }

  /** When the holder of a lease had to stop trusting it: the ttl after its last beat began. */
  long protectedUntil(LedgerLine taking) {
    long from = bySession ? lastSignOfLife(taking) : taking.begunNanos();
    long next = nextTaking(taking);
    for (LedgerLine line : lives.getOrDefault(taking.coordinator(), List.of())) {
      if (line.deed() == Deed.BEAT
          && line.begunNanos() >= taking.endedNanos()
          && line.begunNanos() < next
          && renewed(line, taking.number())) {
        from = Math.max(from, line.begunNanos());
      }
    }
    return from + ttlNanos;
  }

  /** A lease lives by its session, whose last beat may be older than the claim. */
  private long lastSignOfLife(LedgerLine taking) {
    return lives.getOrDefault(taking.coordinator(), List.of()).stream()
        .filter(line -> line.deed() != Deed.CLOSING)
        .mapToLong(LedgerLine::begunNanos)
        .filter(begun -> begun <= taking.endedNanos())
        .max()
        .orElse(taking.begunNanos());
  }

  /** When its coordinator took the same id again; beats after that are of another lease. */
  private long nextTaking(LedgerLine taking) {
    return takings.getOrDefault(taking.coordinator(), List.of()).stream()
        .filter(other -> other.number() == taking.number())
        .mapToLong(LedgerLine::begunNanos)
        .filter(begun -> begun > taking.endedNanos())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static boolean renewed(LedgerLine beat, int number) {
    String numbers = beat.note().substring(0, beat.note().indexOf(' '));
    return Arrays.asList(numbers.split(",", -1)).contains(Integer.toString(number));
  }

  /** Whether a holder gave its lease up by then: by a release, or by closing its table. */
  boolean gaveUp(LedgerLine taking, long byNanos, List<LedgerLine> linesOfId) {
    boolean released =
        linesOfId.stream()
            .anyMatch(line -> line.deed() == Deed.RELEASING && line.token().equals(taking.token()));
    return released
        || lives.getOrDefault(taking.coordinator(), List.of()).stream()
            .anyMatch(
                line ->
                    line.deed() == Deed.CLOSING
                        && line.begunNanos() >= taking.begunNanos()
                        && line.begunNanos() <= byNanos);
  }
}
