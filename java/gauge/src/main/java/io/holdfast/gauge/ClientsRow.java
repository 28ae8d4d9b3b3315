package io.holdfast.gauge;

import java.util.List;
import java.util.Optional;

/**
 * What came of one operation that several clients repeated side by side. Either all times are there
 * or none.
 *
 * @param alone what the first client did before, by itself; empty in a void row
 * @param clients what each of them did beside the others, in their order; none in a void row
 * @param together the part of the whole time in which all of them were at work, 0 to 1
 * @param voided why there are no times
 */
public record ClientsRow(
    RowKind kind,
    Optional<Row> alone,
    List<Row> clients,
    double together,
    Optional<Voided> voided) {

  public ClientsRow {
    clients = List.copyOf(clients);
    if (alone.isPresent() == voided.isPresent() || clients.isEmpty() != voided.isPresent()) {
      throw new IllegalArgumentException("a row has all its times, or a reason why none: " + kind);
    }
  }

  static ClientsRow without(RowKind kind, String reason, Optional<Voided> why) {
    Voided voided = new Voided(reason, why.flatMap(Voided::errno));
    return new ClientsRow(kind, Optional.empty(), List.of(), 0, Optional.of(voided));
  }

  public boolean isVoid() {
    return voided.isPresent();
  }

  /** Operations in a second, of all clients; 0 in a void row. */
  public double totalPerSecond() {
    return times().stream().mapToDouble(Latencies::perSecond).sum();
  }

  /** How many times as much all clients get done as the first one alone; 0 in a void row. */
  public double ratio() {
    return alone
        .flatMap(Row::latencies)
        .map(times -> totalPerSecond() / times.perSecond())
        .orElse(0.0);
  }

  /** The times of all operations of all clients. */
  public Latencies merged() {
    return Latencies.merged(times());
  }

  private List<Latencies> times() {
    return clients.stream().flatMap(row -> row.latencies().stream()).toList();
  }
}
