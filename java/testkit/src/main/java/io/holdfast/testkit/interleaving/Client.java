package io.holdfast.testkit.interleaving;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import java.util.Map;
import java.util.TreeMap;

/** One coordinator: its table, what it believes to hold, and whether it is in an operation. */
final class Client {

  private final Connection connection;
  private final WorkLeaseTable table;
  private final Map<WorkId, Lease> held = new TreeMap<>();
  private boolean busy;
  private boolean gone;

  Client(Connection connection, WorkLeaseTable table) {
    this.connection = connection;
    this.table = table;
  }

  Connection connection() {
    return connection;
  }

  WorkLeaseTable table() {
    return table;
  }

  Map<WorkId, Lease> held() {
    return held;
  }

  /** The tokens of what it believes to hold. */
  Map<WorkId, LeaseToken> tokens() {
    Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    held.forEach((id, lease) -> tokens.put(id, lease.token()));
    return tokens;
  }

  boolean canBegin() {
    return !busy && !gone;
  }

  boolean isGone() {
    return gone;
  }

  void begin() {
    busy = true;
  }

  void end() {
    busy = false;
  }

  /** It died, or its session is over: somebody else takes its place. */
  void leave() {
    gone = true;
    held.clear();
  }
}
