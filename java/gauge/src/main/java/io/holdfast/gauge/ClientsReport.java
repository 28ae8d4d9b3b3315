package io.holdfast.gauge;

import io.holdfast.litmus.MemberFacts;
import java.util.List;

/**
 * What several clients measured.
 *
 * @param clients what they told of themselves, in the order of the request
 * @param rows those that were asked for, in the order of {@link RowKind}
 * @param findings what else is to be told, a sentence each
 * @param startedMillis when it began
 * @param elapsedNanos from the first call to the last
 */
public record ClientsReport(
    ClientsRequest request,
    List<MemberFacts> clients,
    List<ClientsRow> rows,
    List<String> findings,
    long startedMillis,
    long elapsedNanos) {

  public ClientsReport {
    clients = List.copyOf(clients);
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /** Whether a row has no times. */
  public boolean hasVoid() {
    return rows.stream().anyMatch(ClientsRow::isVoid);
  }

  /** How many hosts the clients are on. */
  public int hosts() {
    return (int) clients.stream().map(MemberFacts::bootId).distinct().count();
  }
}
