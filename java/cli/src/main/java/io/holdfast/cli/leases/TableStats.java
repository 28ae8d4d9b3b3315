package io.holdfast.cli.leases;

import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.SessionSight;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What there is in a table, counted row by row. One thread. */
public final class TableStats {

  /** Most owners that are told. */
  public static final int OWNER_LIMIT = 10;

  private final Map<LeaseStatus, Long> byStatus = new EnumMap<>(LeaseStatus.class);
  private final Map<LeaseStatus, LeaseRow> oldest = new EnumMap<>(LeaseStatus.class);
  private final Map<String, Long> leasesByOwner = new HashMap<>();
  private final Map<Integer, Long> byShard = new HashMap<>();
  private final Set<String> named = new HashSet<>();
  private final List<SessionSight> sessions = new ArrayList<>();
  private long corrupt;
  private long unavailable;
  private long retired;

  /** Who holds leases, and how many. */
  public record Owner(String name, long leases) {}

  public void add(LeaseRow row) {
    byShard.merge(row.shard(), 1L, Long::sum);
    LeaseRecord record = row.record();
    if (record == null) {
      corrupt += row.path() == null ? 0 : 1;
      unavailable += row.path() == null ? 1 : 0;
      return;
    }
    byStatus.merge(record.status(), 1L, Long::sum);
    record.session().ifPresent(named::add);
    if (record.status() == LeaseStatus.LEASED || record.status() == LeaseStatus.COMMITTING) {
      leasesByOwner.merge(record.owner(), 1L, Long::sum);
      oldest.merge(record.status(), row, (a, b) -> a.ageSeconds() >= b.ageSeconds() ? a : b);
    }
  }

  public void add(List<SessionSight> seen) {
    sessions.addAll(seen);
  }

  /** Adds what the tombstones of a shard say. */
  public void addRetired(long lines) {
    retired += lines;
  }

  /** Lines of tombstones: one for each time that an id was retired. */
  public long retired() {
    return retired;
  }

  public long of(LeaseStatus status) {
    return byStatus.getOrDefault(status, 0L);
  }

  public long corrupt() {
    return corrupt;
  }

  public long unavailable() {
    return unavailable;
  }

  /** All ids that have a record, or should have one. */
  public long ids() {
    return byShard.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Shards that hold an id. */
  public int shardsInUse() {
    return byShard.size();
  }

  /** Ids of the fullest shard. */
  public long fullestShard() {
    return byShard.isEmpty() ? 0 : Collections.max(byShard.values());
  }

  /** The lease or commit that was claimed or beaten longest ago. */
  public @Nullable LeaseRow oldest(LeaseStatus status) {
    return oldest.get(status);
  }

  public long openSessions() {
    return sessions.stream().filter(session -> !session.dead()).count();
  }

  /** Open sessions that no record names: their owners have no lease, or are gone. */
  public long idleSessions() {
    return sessions.stream()
        .filter(session -> !session.dead() && !named.contains(session.id()))
        .count();
  }

  public long deadSessions() {
    return sessions.size() - openSessions();
  }

  /** Who holds most, first. */
  public List<Owner> owners() {
    return leasesByOwner.entrySet().stream()
        .map(entry -> new Owner(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Owner::leases).reversed().thenComparing(Owner::name))
        .limit(OWNER_LIMIT)
        .toList();
  }
}
