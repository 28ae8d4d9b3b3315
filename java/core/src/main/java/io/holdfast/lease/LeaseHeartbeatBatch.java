package io.holdfast.lease;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a heartbeat of several leases came to. Renewed and lost are disjoint and together what was
 * asked.
 *
 * @param renewed still the caller's, in the order of ids
 * @param lost not the caller's any more, or corrupt
 * @param corrupt of those lost: what is wrong, by id
 * @param directorySyncs directory barriers made for it
 */
public record LeaseHeartbeatBatch(
    Set<WorkId> renewed,
    Set<WorkId> lost,
    Map<WorkId, Reading.Corrupt> corrupt,
    int directorySyncs) {

  public LeaseHeartbeatBatch {
    renewed = Collections.unmodifiableSet(new TreeSet<>(renewed));
    lost = Collections.unmodifiableSet(new TreeSet<>(lost));
    corrupt = Collections.unmodifiableMap(new TreeMap<>(corrupt));
  }
}
