package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableCounters;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.LeaseRules.Wish;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Keeps one holder for several ids at once: a group is claimed as a whole or not at all, and of two
 * groups that have an id in common one is refused.
 *
 * <p>It is no transaction: while a claim is under way others may see some of its members leased,
 * and a coordinator that dies then leaves them so until its session or their ttl ends. No claim was
 * granted by that, and {@link #recoverExpired} frees them.
 *
 * <p>Answers, exceptions, threads and forks as in {@link WorkLeaseTable}. What is known about
 * targets is in {@code io.holdfast.target}.
 */
public final class GroupLeaseTable implements AutoCloseable {

  /** Most members of a group. */
  public static final int MEMBER_LIMIT = 64;

  private final OpenTable table;
  private final RecordStore store;

  private GroupLeaseTable(OpenTable table) {
    this.table = table;
    this.store = table.store();
  }

  /**
   * Opens the table in a directory, and makes it where there is none; see {@link
   * WorkLeaseTable#open}.
   *
   * @param asked of kind {@link TableManifest.Kind#TARGET}
   */
  public static GroupLeaseTable open(
      Posix posix,
      RawPath path,
      TableManifest asked,
      LeaseOptions options,
      RootTrust trust,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    return new GroupLeaseTable(
        OpenTable.open(
            posix, path, asked.requireKind(TableManifest.Kind.TARGET), options, trust, owner));
  }

  /** What the table is. */
  public TableManifest manifest() {
    return table.manifest();
  }

  /** This coordinator's session; empty for tables with update locks, which know no sessions. */
  public Optional<Session> session() {
    return table.session();
  }

  public LeaseCounters counters() {
    return table.counters();
  }

  /** The barriers of its records and sessions. */
  public DurableCounters barriers() {
    return table.barriers();
  }

  /** What was counted up to now; any thread may ask, and nothing is read for it. */
  public TableMetrics metrics() {
    return table.metrics();
  }

  /**
   * Claims a group: when each of its members is absent or released, or its lease has expired. All
   * are read first, and one that cannot be had refuses the group with nothing written. Whoever is
   * answered {@link GroupClaimAnswer.Claimed} held all members at one moment, and holds them until
   * its session or their ttl ends.
   *
   * @param members the ids, 1 to {@value #MEMBER_LIMIT}, and what their records say beside what
   *     those of every lease say
   * @param payload what the group is claimed for; kept in each record; at most {@value
   *     WorkLeaseTable#PAYLOAD_LIMIT} bytes
   * @throws PosixException the group is as it was before, as far as the storage answers
   * @throws DurabilityUnknownException some members may be leased; the next beats give up what
   *     nobody knows of
   */
  public GroupClaimAnswer claim(Map<WorkId, JsonObject> members, JsonObject payload, Claimant who)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    requireGroup(members.keySet());
    WorkLeaseTable.requirePayload(payload);
    ClaimEvent event = ClaimEvent.begun();
    try {
      return event.answered(answer(members, payload, who));
    } finally {
      event.tell(members.keySet());
    }
  }

  private GroupClaimAnswer answer(Map<WorkId, JsonObject> members, JsonObject payload, Claimant who)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Optional<String> distrust = table.distrust();
    if (distrust.isPresent()) {
      return new GroupClaimAnswer.Untrusted(distrust.get());
    }
    table.requireSession();
    Wish wish = table.wish(payload, who);
    Map<WorkId, Wish> wishes = new TreeMap<>();
    members.forEach((id, beside) -> wishes.put(id, wish.withBeside(beside)));
    Set<String> dead = new HashSet<>();
    for (; ; ) {
      double now = table.wallSeconds();
      GroupClaimAnswer answer =
          store
              .changeGroup(
                  wishes.keySet(),
                  read -> GroupRules.claim(read, wishes, now, table.expiry(now, dead)))
              .orThrow();
      if (answer instanceof GroupClaimAnswer.Refused refused) {
        Map<WorkId, ClaimAnswer> alive = watch(refused, dead);
        if (!alive.isEmpty()) {
          return refused.with(alive);
        }
        continue;
      }
      if (answer instanceof GroupClaimAnswer.Claimed) {
        table.counters().claim();
      }
      return answer;
    }
  }

  /** Looks at what stands in the way. @return what still does, empty where nothing does */
  private Map<WorkId, ClaimAnswer> watch(GroupClaimAnswer.Refused refused, Set<String> dead)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<WorkId, ClaimAnswer> alive = new TreeMap<>();
    for (Map.Entry<WorkId, ClaimAnswer> entry : refused.obstacles().entrySet()) {
      if (entry.getValue() instanceof ClaimAnswer.Held held
          && held.record().session().isPresent()) {
        long remainingMillis = table.watch(held.record(), dead);
        if (remainingMillis > 0) {
          alive.put(entry.getKey(), new ClaimAnswer.Held(held.record(), remainingMillis));
        }
      } else {
        alive.put(entry.getKey(), entry.getValue());
      }
    }
    return alive;
  }

  /**
   * Renews a group, when all of it is still the token's; else writes nothing.
   *
   * @throws PosixException the group is as it was before, as far as the storage answers
   */
  public GroupHeartbeatAnswer heartbeat(Collection<WorkId> members, LeaseToken token)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    requireGroup(members);
    boolean done = false;
    HeartbeatEvent event = HeartbeatEvent.begun();
    try {
      GroupHeartbeatAnswer answer = store.heartbeatGroup(new TreeSet<>(members), token);
      boolean renewed = answer instanceof GroupHeartbeatAnswer.Renewed;
      int syncs = answer instanceof GroupHeartbeatAnswer.Renewed r ? r.directorySyncs() : 0;
      table.counters().heartbeat(renewed ? members.size() : 0, syncs);
      event.answered(renewed ? members.size() : 0, syncs);
      done = true;
      return answer;
    } finally {
      event.tell(members.size());
      if (!done) {
        table.counters().heartbeatFailure();
      }
    }
  }

  /**
   * Renews several groups. In a fence table that is one beat of the session, whatever their number;
   * in a table with update locks each group is renewed by itself, wholly or not at all.
   *
   * @param groups for each token the members that it should hold; a snapshot. No id twice
   * @return an answer for each token
   * @throws PosixException nothing is known of any of them
   */
  public Map<LeaseToken, GroupHeartbeatAnswer> heartbeatMany(
      Map<LeaseToken, ? extends Collection<WorkId>> groups)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    groups.values().forEach(GroupLeaseTable::requireGroup);
    if (table.session().isPresent()) {
      return beatForAll(groups);
    }
    Map<LeaseToken, GroupHeartbeatAnswer> answers = new HashMap<>();
    for (Map.Entry<LeaseToken, ? extends Collection<WorkId>> group : groups.entrySet()) {
      answers.put(group.getKey(), heartbeat(group.getValue(), group.getKey()));
    }
    return answers;
  }

  private Map<LeaseToken, GroupHeartbeatAnswer> beatForAll(
      Map<LeaseToken, ? extends Collection<WorkId>> groups)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    groups.forEach((token, members) -> members.forEach(id -> tokens.put(id, token)));
    LeaseHeartbeatBatch batch = table.beat(tokens);
    Map<LeaseToken, GroupHeartbeatAnswer> answers = new HashMap<>();
    groups.forEach((token, members) -> answers.put(token, answer(batch, members)));
    return answers;
  }

  private static GroupHeartbeatAnswer answer(
      LeaseHeartbeatBatch batch, Collection<WorkId> members) {
    if (batch.renewed().containsAll(members)) {
      return new GroupHeartbeatAnswer.Renewed(batch.directorySyncs());
    }
    Set<WorkId> stillOurs = new TreeSet<>(members);
    stillOurs.retainAll(batch.renewed());
    Map<WorkId, Reading.Corrupt> corrupt = new TreeMap<>(batch.corrupt());
    corrupt.keySet().retainAll(members);
    return new GroupHeartbeatAnswer.Stale(stillOurs, corrupt);
  }

  /** Gives a group up, when all of it is still the token's; else changes nothing. */
  public GroupReleaseAnswer release(Collection<WorkId> members, LeaseToken token)
      throws PosixException, PoisonedException, SessionLostException {
    requireGroup(members);
    try {
      return store
          .changeGroup(new TreeSet<>(members), readings -> GroupRules.release(readings, token))
          .orThrow();
    } catch (DurabilityUnknownException e) {
      return new GroupReleaseAnswer.RemovedDurabilityUnknown(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Frees every lease that has expired or whose session is dead: also the members of groups whose
   * claim was cut off by the death of its coordinator. Watching begins with the first call, as in
   * {@link WorkLeaseTable#recoverExpired}; a session is declared dead before anything of it is
   * touched.
   *
   * @return the ids that are free now, in their order
   */
  public List<WorkId> recoverExpired()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, LeaseRecord> expired = new TreeMap<>();
    table.expired().forEach(record -> expired.put(record.id(), record));
    List<WorkId> freed = new ArrayList<>();
    Map<WorkId, Outcome<Boolean>> outcomes =
        store.change(
            expired.keySet(),
            (id, reading) -> free(Objects.requireNonNull(expired.get(id)), reading));
    for (Map.Entry<WorkId, Outcome<Boolean>> entry : outcomes.entrySet()) {
      if (entry.getValue().orThrow()) {
        freed.add(entry.getKey());
      }
    }
    return freed;
  }

  /** Frees what is still the very record that was seen to have expired. */
  private static Step<Boolean> free(LeaseRecord expired, Reading now) {
    return now instanceof Reading.Present present
            && present.record().fields().equals(expired.fields())
        ? new Step.Free<>(present.record(), true)
        : new Step.Keep<>(false);
  }

  /** Reads what is known of an id. */
  public Reading read(WorkId id) throws PosixException {
    return store.read(id);
  }

  /** Reads every record, shard by shard, the corrupt ones included; no snapshot of one moment. */
  public void scan(BiConsumer<WorkId, Reading> visitor) throws PosixException {
    store.scan(Obstacles.FATAL, visitor);
  }

  /** Reads every record and counts; what is expired is judged, and nothing is changed by it. */
  public RecordCounts counts() throws PosixException {
    return table.counts();
  }

  /** Removes what dead writers have left. @return how many names went */
  public int sweep() throws PosixException, DurabilityUnknownException, PoisonedException {
    return store.sweep(Obstacles.FATAL);
  }

  private static void requireGroup(Collection<WorkId> members) {
    if (members.isEmpty() || members.size() > MEMBER_LIMIT) {
      throw new IllegalArgumentException(
          "a group has 1 to " + MEMBER_LIMIT + " members, this has " + members.size());
    }
  }

  /** Ends this coordinator's session and closes the table, once. Its groups are free at once. */
  @Override
  public void close() {
    table.close();
  }
}
