package io.holdfast.gauge;

import io.holdfast.litmus.LitmusMember;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What several clients are to measure.
 *
 * @param measured the rows, the time for all of them, the block; each client has a directory of its
 *     own, in {@code clients}
 * @param clients two at least, each with a name of its own; the first one measures alone as well
 */
public record ClientsRequest(GaugeRequest measured, List<LitmusMember> clients) {

  public ClientsRequest {
    clients = List.copyOf(clients);
    String others =
        measured.rows().stream()
            .filter(kind -> !ClientCalls.rows().contains(kind))
            .map(RowKind::id)
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      throw new IllegalArgumentException("not measured by clients: " + others);
    }
  }

  /** The rows that clients can measure. */
  public static Set<RowKind> rows() {
    return ClientCalls.rows();
  }

  /** The rows that need lease tables, and with them Java on every client. */
  public static List<RowKind> rowsOfOneProcess() {
    return List.copyOf(EnumSet.complementOf(EnumSet.copyOf(ClientCalls.rows())));
  }
}
