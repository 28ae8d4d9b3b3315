package io.holdfast.lease;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A claim of a group that was granted.
 *
 * @param token the same for every member
 * @param members by id; each has a fencing number of its own
 */
public record GroupLease(LeaseToken token, SortedMap<WorkId, Lease> members) {

  public GroupLease {
    members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
  }

  /** The lease of one member. */
  public Lease of(WorkId id) {
    Lease lease = members.get(id);
    if (lease == null) {
      throw new IllegalArgumentException(id + " is no member of this group");
    }
    return lease;
  }
}
