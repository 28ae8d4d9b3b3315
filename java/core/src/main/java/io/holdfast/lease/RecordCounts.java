package io.holdfast.lease;

import java.util.Map;

/**
 * How many records a table has, as one walk through it saw them; no snapshot of one moment.
 *
 * @param byStatus readable ones; a status that no record has is missing
 * @param expired of those leased: which a claim would take, as far as this coordinator knows. In a
 *     fence table that is known of sessions that are dead or closed, and of those that it watched
 *     for their ttl; watching begins with the first look
 * @param unreadable corrupt or unavailable
 */
public record RecordCounts(Map<LeaseStatus, Long> byStatus, long expired, long unreadable) {

  public RecordCounts {
    byStatus = Map.copyOf(byStatus);
  }

  /** Records of one status. */
  public long of(LeaseStatus status) {
    return byStatus.getOrDefault(status, 0L);
  }
}
