package io.holdfast.gauge;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.MemberFacts;
import io.holdfast.litmus.Repeated;
import io.holdfast.litmus.SideBySide;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Measures a place that several clients see: each row by the first client alone, then by all of
 * them side by side, so that it can be told whether the storage scales. Used once, by one thread.
 *
 * <p>A row in which a call of any client failed, or whose calls are not those of its model, has no
 * times; so has every row from the one on in which a client was lost.
 */
public final class ClientsGauge {

  /** A part of this size is kept for what is done before and behind the rows. */
  private static final int RESERVED_PART = 20;

  /** Each measurement gets a part of this size of an even share, however long the others took. */
  private static final int LEAST_PART = 4;

  /** What all may take beyond the time that was asked for: slow storage, slow starts. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final double SECOND_NANOS = 1e9;

  /** Less than this is told. */
  private static final double MOSTLY_TOGETHER = 0.9;

  private static final double PERCENT = 100;

  private final NanoClock clock;
  private final EpochClock wall;

  public ClientsGauge(NanoClock clock, EpochClock wall) {
    this.clock = clock;
    this.wall = wall;
  }

  /**
   * Measures. Ends a minute after twice the time that was asked for at the latest, whoever hangs.
   *
   * @param progress told before each measurement
   * @param ending asked while clients are at work
   * @throws LitmusException a client cannot take part at all, or looks at another place; the
   *     message says what is left behind, where something is
   * @throws CancellationException it was to end
   */
  public ClientsReport run(
      ClientsRequest request, Consumer<ClientsProgress> progress, BooleanSupplier ending)
      throws LitmusException {
    long start = clock.nanoTime();
    long began = wall.millis();
    long budget = Math.round(request.measured().seconds() * SECOND_NANOS);
    SideBySide clients =
        new SideBySide(clock, wall, request.clients(), 2 * budget + GRACE_NANOS, ending);
    List<MemberFacts> facts;
    List<ClientsRow> rows;
    try {
      facts = clients.enter();
      rows = rows(request, clients, budget, progress);
    } catch (LitmusException e) {
      throw afterLeaving(e, clients.leave());
    } catch (RuntimeException e) {
      clients.leave();
      throw e;
    }
    List<String> findings = new ArrayList<>(clients.leave());
    rows.stream()
        .filter(row -> !row.isVoid() && row.together() < MOSTLY_TOGETHER)
        .forEach(row -> findings.add(apart(row)));
    return new ClientsReport(request, facts, rows, findings, began, clock.nanoTime() - start);
  }

  private static LitmusException afterLeaving(LitmusException failure, List<String> findings) {
    return findings.isEmpty()
        ? failure
        : new LitmusException(failure.getMessage() + "; " + String.join("; ", findings), failure);
  }

  private static String apart(ClientsRow row) {
    return "%s: all clients were at work together for %d %% of its time only"
        .formatted(row.kind().id(), Math.round(PERCENT * row.together()));
  }

  private List<ClientsRow> rows(
      ClientsRequest request, SideBySide clients, long budget, Consumer<ClientsProgress> progress) {
    long end = clock.nanoTime() + budget - budget / RESERVED_PART;
    int all = 2 * request.measured().rows().size();
    long least = budget / all / LEAST_PART;
    List<ClientsRow> rows = new ArrayList<>();
    for (RowKind kind : request.measured().rows()) {
      int done = 2 * rows.size();
      Half half =
          (count, before) -> {
            long left = Math.max(0, end - clock.nanoTime());
            progress.accept(new ClientsProgress(kind, count, done + before, all, left));
            long share = Math.max(least, left / (all - done - before));
            long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(share));
            int block = request.measured().blockBytes();
            return clients.repeat(
                kind.id(), block, count, Math.min(millis, SideBySide.MOST_MILLIS));
          };
      rows.add(row(kind, half.of(1, 0), () -> half.of(request.clients().size(), 1)));
    }
    return rows;
  }

  private interface Half {
    List<Repeated> of(int clients, int before);
  }

  private interface Rest {
    List<Repeated> measure();
  }

  /** Alone, and where that went well, side by side. */
  private static ClientsRow row(RowKind kind, List<Repeated> first, Rest rest) {
    Optional<ClientsRow> voided = voided(kind, first);
    if (voided.isPresent()) {
      return voided.get();
    }
    List<Repeated> all = rest.measure();
    voided = voided(kind, all);
    if (voided.isPresent()) {
      return voided.get();
    }
    Row alone = ClientCalls.row(kind, (Repeated.Done) first.get(0));
    List<Repeated.Done> done = all.stream().map(Repeated.Done.class::cast).toList();
    List<Row> beside = done.stream().map(it -> ClientCalls.row(kind, it)).toList();
    for (int i = 0; i < beside.size(); i++) {
      Row row = i == 0 && alone.isVoid() ? alone : beside.get(i);
      if (row.isVoid()) {
        String reason = done.get(i).member() + ": " + row.voided().get().reason();
        return ClientsRow.without(kind, reason, row.voided());
      }
    }
    return new ClientsRow(kind, Optional.of(alone), beside, together(done), Optional.empty());
  }

  /** The row where not everybody has measured. */
  private static Optional<ClientsRow> voided(RowKind kind, List<Repeated> answers) {
    List<String> reasons = new ArrayList<>();
    Optional<Voided> first = Optional.empty();
    for (Repeated answer : answers) {
      if (answer instanceof Repeated.Refused refused) {
        reasons.add(refused.reason());
        first = first.or(() -> Optional.of(new Voided(refused.reason(), refused.errno())));
      } else if (answer instanceof Repeated.Lost lost) {
        reasons.add(lost.reason());
      }
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(ClientsRow.without(kind, String.join("; ", reasons), first));
  }

  /** The part of the time from the first beginning to the last end that all have in common. */
  private static double together(List<Repeated.Done> all) {
    long lastBegun = all.stream().mapToLong(Repeated.Done::begunNanos).max().orElseThrow();
    long firstBegun = all.stream().mapToLong(Repeated.Done::begunNanos).min().orElseThrow();
    long firstEnded = all.stream().mapToLong(Repeated.Done::endedNanos).min().orElseThrow();
    long lastEnded = all.stream().mapToLong(Repeated.Done::endedNanos).max().orElseThrow();
    double common = Math.max(0, firstEnded - lastBegun);
    return common / Math.max(1, lastEnded - firstBegun);
  }
}
