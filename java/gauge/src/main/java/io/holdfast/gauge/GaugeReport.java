package io.holdfast.gauge;

import java.util.List;

/**
 * What was measured.
 *
 * @param rows those that were asked for, in the order of {@link RowKind}
 * @param findings what else is to be told, a sentence each
 * @param startedMillis when it began
 * @param elapsedNanos from the first call to the last
 */
public record GaugeReport(
    GaugeRequest request,
    Place place,
    List<Row> rows,
    List<String> findings,
    long startedMillis,
    long elapsedNanos) {

  public GaugeReport {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /** Whether a row has no times. */
  public boolean hasVoid() {
    return rows.stream().anyMatch(Row::isVoid);
  }
}
