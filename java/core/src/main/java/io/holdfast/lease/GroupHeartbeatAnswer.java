package io.holdfast.lease;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a heartbeat of a group came to. */
public sealed interface GroupHeartbeatAnswer {

  /**
   * The whole group is still the caller's, and renewed.
   *
   * @param directorySyncs directory barriers made for it
   */
  record Renewed(int directorySyncs) implements GroupHeartbeatAnswer {}

  /**
   * Some member is not the caller's any more. No record was written.
   *
   * @param stillOurs the members that are; they wait for their ttl or the end of the session, or
   *     are claimed anew
   * @param corrupt of the others: what is wrong, by id
   */
  record Stale(Set<WorkId> stillOurs, Map<WorkId, Reading.Corrupt> corrupt)
      implements GroupHeartbeatAnswer {

    public Stale {
      stillOurs = Collections.unmodifiableSet(new TreeSet<>(stillOurs));
      corrupt = Collections.unmodifiableMap(new TreeMap<>(corrupt));
    }
  }

  /** It could not be read or locked before the deadline. Nothing is known, nothing was written. */
  record Unavailable(String reason) implements GroupHeartbeatAnswer {}
}
