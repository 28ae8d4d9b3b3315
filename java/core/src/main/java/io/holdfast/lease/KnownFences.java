package io.holdfast.lease;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * At which points of their histories this process has its leases, so that one look tells whether
 * one still stands. Only a shortcut: whoever is not in it is read.
 */
final class KnownFences {

  private final Map<WorkId, Known> known = new ConcurrentHashMap<>();

  private record Known(LeaseToken token, FenceName at) {}

  /** Takes note of a record that was acknowledged. */
  void acknowledged(LeaseRecord record, FenceName at) {
    if (record.status() == LeaseStatus.LEASED || record.status() == LeaseStatus.COMMITTING) {
      known.put(record.id(), new Known(record.token(), at));
    } else {
      known.remove(record.id());
    }
  }

  void forget(WorkId id) {
    known.remove(id);
  }

  /** Where a lease was when it was acknowledged last. */
  Optional<FenceName> of(WorkId id, LeaseToken token) {
    Known own = known.get(id);
    return own != null && own.token().equals(token) ? Optional.of(own.at()) : Optional.empty();
  }
}
