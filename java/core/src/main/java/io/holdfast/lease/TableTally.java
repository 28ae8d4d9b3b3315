package io.holdfast.lease;

import java.util.EnumMap;
import java.util.Map;

/** How much there is in a table; counted while it is walked through. One thread. */
public final class TableTally {

  private final Map<LeaseStatus, Long> byStatus = new EnumMap<>(LeaseStatus.class);
  private long unreadable;
  private long retired;
  private long sessions;
  private long deadSessions;

  TableTally() {}

  void add(Reading reading) {
    if (reading instanceof Reading.Present present) {
      byStatus.merge(present.record().status(), 1L, Long::sum);
    } else if (!(reading instanceof Reading.Absent)) {
      unreadable++;
    }
  }

  void addUnreadable() {
    unreadable++;
  }

  void addRetired(long lines) {
    retired += lines;
  }

  void add(SessionSight session) {
    sessions++;
    deadSessions += session.dead() ? 1 : 0;
  }

  /** Records of one status. */
  public long of(LeaseStatus status) {
    return byStatus.getOrDefault(status, 0L);
  }

  /** Ids whose record cannot be read: corrupt, unavailable, or not to be looked at. */
  public long unreadable() {
    return unreadable;
  }

  /** Lines of tombstones: one for each time that an id was retired, whatever became of it since. */
  public long retired() {
    return retired;
  }

  /** All ids that were ever used and have files; what was retired has none. */
  public long ids() {
    return byStatus.values().stream().mapToLong(Long::longValue).sum() + unreadable;
  }

  /** Sessions that have a file, the dead ones included. */
  public long sessions() {
    return sessions;
  }

  public long deadSessions() {
    return deadSessions;
  }
}
