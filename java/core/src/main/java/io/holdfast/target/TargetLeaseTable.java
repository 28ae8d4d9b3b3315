package io.holdfast.target;

import static java.util.Objects.requireNonNull;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableCounters;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLeaseTable;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.RecordCounts;
import io.holdfast.lease.Session;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableMetrics;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Keeps coordinators from working on one target at the same time: a job's group of targets is
 * claimed as a whole or not at all.
 *
 * <p>A target lease saves work, it does not authorise results: a holder that froze may still be at
 * work when another has claimed its targets. Results are committed by the lease of the exact work,
 * in a {@link io.holdfast.lease.WorkLeaseTable}. So nothing here ever commits or is done: records
 * say that a target is leased, or nothing.
 *
 * <p>Answers are by the ids of targets; {@link TargetGroup#byId} tells which is which. Exceptions,
 * threads and forks as in {@link io.holdfast.lease.WorkLeaseTable}.
 */
public final class TargetLeaseTable implements AutoCloseable {

  private final GroupLeaseTable groups;

  private TargetLeaseTable(GroupLeaseTable groups) {
    this.groups = groups;
  }

  /**
   * Opens the table in a directory, and makes it where there is none; see {@link
   * io.holdfast.lease.WorkLeaseTable#open}.
   *
   * @param asked such as {@link TableManifest#ofTargets}
   */
  public static TargetLeaseTable open(
      Posix posix,
      RawPath path,
      TableManifest asked,
      LeaseOptions options,
      RootTrust trust,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    return new TargetLeaseTable(GroupLeaseTable.open(posix, path, asked, options, trust, owner));
  }

  /** What the table is. */
  public TableManifest manifest() {
    return groups.manifest();
  }

  /** This coordinator's session; empty for tables with update locks, which know no sessions. */
  public Optional<Session> session() {
    return groups.session();
  }

  public LeaseCounters counters() {
    return groups.counters();
  }

  /** The barriers of its records and sessions. */
  public DurableCounters barriers() {
    return groups.barriers();
  }

  /** What was counted up to now; any thread may ask, and nothing is read for it. */
  public TableMetrics metrics() {
    return groups.metrics();
  }

  /**
   * Claims all targets of a group, or none: see {@link GroupLeaseTable#claim}.
   *
   * @param payload what the group is claimed for; kept in each record
   */
  public GroupClaimAnswer claimGroup(TargetGroup group, JsonObject payload, Claimant who)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    return groups.claim(group.fields(), payload, who);
  }

  /** Renews a group, when all of it is still the token's; else writes nothing. */
  public GroupHeartbeatAnswer heartbeatGroup(TargetGroup group, LeaseToken token)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    return groups.heartbeat(group.byId().keySet(), token);
  }

  /**
   * Renews several groups that have no target in common: in a fence table by one beat, whatever
   * their number.
   *
   * @param held for each group its token; a snapshot
   * @return an answer for each group
   */
  public Map<TargetGroup, GroupHeartbeatAnswer> heartbeatGroups(Map<TargetGroup, LeaseToken> held)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<LeaseToken, Set<WorkId>> members = new HashMap<>();
    held.forEach((group, token) -> members.put(token, group.byId().keySet()));
    Map<LeaseToken, GroupHeartbeatAnswer> answers = groups.heartbeatMany(members);
    Map<TargetGroup, GroupHeartbeatAnswer> byGroup = new HashMap<>();
    held.forEach((group, token) -> byGroup.put(group, requireNonNull(answers.get(token))));
    return byGroup;
  }

  /** Gives a group up, when all of it is still the token's; else changes nothing. */
  public GroupReleaseAnswer releaseGroup(TargetGroup group, LeaseToken token)
      throws PosixException, PoisonedException, SessionLostException {
    return groups.release(group.byId().keySet(), token);
  }

  /** Frees what has expired and what the dead have left; see {@link GroupLeaseTable}. */
  public List<WorkId> recoverExpired()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    return groups.recoverExpired();
  }

  /** Reads what is known of a target. */
  public Reading read(long target) throws PosixException {
    return groups.read(WorkId.ofTarget(target));
  }

  /** Reads every record, shard by shard, the corrupt ones included; no snapshot of one moment. */
  public void scan(BiConsumer<WorkId, Reading> visitor) throws PosixException {
    groups.scan(visitor);
  }

  /** Reads every record and counts; what is expired is judged, and nothing is changed by it. */
  public RecordCounts counts() throws PosixException {
    return groups.counts();
  }

  /** Removes what dead writers have left. @return how many names went */
  public int sweep() throws PosixException, DurabilityUnknownException, PoisonedException {
    return groups.sweep();
  }

  /** Ends this coordinator's session and closes the table, once. Its groups are free at once. */
  @Override
  public void close() {
    groups.close();
  }
}
