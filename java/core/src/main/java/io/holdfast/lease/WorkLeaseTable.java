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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Keeps one holder per id for a bounded time, over one directory of shared storage.
 *
 * <p>An answer is durable when it is given: a power cut after that changes nothing. Of all
 * coordinators that claim one id at most one is answered {@link ClaimAnswer.Claimed} for each
 * fencing number, also when their caches are stale, when one freezes in the middle, or when a reply
 * is lost.
 *
 * <p>Every operation may throw:
 *
 * <ul>
 *   <li>IllegalArgumentException: bad input; nothing was touched;
 *   <li>{@link PosixException}: the storage failed before anything was decided;
 *   <li>{@link DurabilityUnknownException}: it may have been done. What was may show at the next
 *       beat, which gives up leases that were won without anybody knowing;
 *   <li>{@link ShardRefusedException}: a shard is open for others; nothing was touched;
 *   <li>{@link PoisonedException}: an earlier barrier failed: open the table again;
 *   <li>{@link SessionLostException}: this coordinator's session is over: open the table again. One
 *       that ended before the call left everything as it was. One that ended in the middle of it
 *       may have made its last transition; a token that it got before is good in another session as
 *       well.
 * </ul>
 *
 * <p>Any number of threads may use it. Interruption is never looked at and stays set. A child
 * process that was forked must not use it: open another one there.
 */
public final class WorkLeaseTable implements AutoCloseable {

  /** Most ids in one call. */
  public static final int BATCH_LIMIT = 65_536;

  /** Longest payload, in bytes of its canonical JSON. */
  public static final int PAYLOAD_LIMIT = LeaseCodec.RECORD_LIMIT / 2;

  /** Longest commit manifest, in bytes of its canonical JSON. */
  public static final int COMMIT_LIMIT = LeaseCodec.RECORD_LIMIT / 4;

  private final OpenTable table;
  private final RecordStore store;

  /** Commits that this table took over and has not completed: it may take them over again. */
  private final Set<LeaseToken> takenOver = ConcurrentHashMap.newKeySet();

  private WorkLeaseTable(OpenTable table) {
    this.table = table;
    this.store = table.store();
  }

  /**
   * Opens the table in a directory, and makes it where there is none.
   *
   * @param asked the table that is meant; another kind, protocol or shard count is refused, ttl and
   *     modes are the table's own
   * @param owner this coordinator, for people; at most {@value Claimant#OWNER_LIMIT} characters
   * @throws TableRefusedException nothing was changed
   */
  public static WorkLeaseTable open(
      Posix posix,
      RawPath path,
      TableManifest asked,
      LeaseOptions options,
      RootTrust trust,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    return new WorkLeaseTable(
        OpenTable.open(
            posix, path, asked.requireKind(TableManifest.Kind.WORK), options, trust, owner));
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
   * Refuses what no record could keep, before anybody builds on it.
   *
   * @throws IllegalArgumentException more than {@value #PAYLOAD_LIMIT} bytes, or not read as it is
   *     written
   */
  public static void requirePayload(JsonObject payload) {
    LeaseCodec.requireReadable("payload", payload, PAYLOAD_LIMIT);
  }

  /**
   * Claims an id: when it is absent or released, or its lease has expired. A session that did not
   * beat for the ttl of its lease, by this process's own clock, is declared dead on the way.
   *
   * @param payload what the work is; kept in the record; at most {@value #PAYLOAD_LIMIT} bytes
   */
  public ClaimAnswer claim(WorkId id, JsonObject payload, Claimant who)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    requirePayload(payload);
    ClaimEvent event = ClaimEvent.begun();
    try {
      return event.answered(answer(id, payload, who));
    } finally {
      event.tell(Set.of(id));
    }
  }

  private ClaimAnswer answer(WorkId id, JsonObject payload, Claimant who)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Optional<String> distrust = table.distrust();
    if (distrust.isPresent()) {
      return new ClaimAnswer.Untrusted(distrust.get());
    }
    table.requireSession();
    Wish wish = table.wish(payload, who);
    Set<String> dead = new HashSet<>();
    for (; ; ) {
      double now = table.wallSeconds();
      ClaimAnswer answer =
          one(id, read -> LeaseRules.claim(id, read, wish, now, table.expiry(now, dead)));
      if (answer instanceof ClaimAnswer.Held held && held.record().session().isPresent()) {
        long remainingMillis = table.watch(held.record(), dead);
        if (remainingMillis > 0) {
          return new ClaimAnswer.Held(held.record(), remainingMillis);
        }
        continue;
      }
      if (answer instanceof ClaimAnswer.Claimed) {
        table.counters().claim();
      }
      return answer;
    }
  }

  /**
   * Renews leases: one beat of the session, which costs one rename and no barrier whatever their
   * number, then one look at each.
   *
   * @param tokens what is believed to be held; a snapshot is taken. At most {@value #BATCH_LIMIT}
   * @return which of them were renewed, and which are lost
   */
  public LeaseHeartbeatBatch heartbeatMany(Map<WorkId, LeaseToken> tokens)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, LeaseToken> snapshot = new TreeMap<>(tokens);
    if (snapshot.size() > BATCH_LIMIT) {
      throw new IllegalArgumentException(
          "a heartbeat has at most " + BATCH_LIMIT + " leases, this has " + snapshot.size());
    }
    return table.beat(snapshot);
  }

  /**
   * Keeps leases of this table renewed, as often as {@link LeaseOptions#beatIntervalMillis} says.
   *
   * @return one that keeps nothing yet; the caller lets it work
   */
  public LeaseKeeper<WorkId, LeaseToken> keeper(LeaseKeeper.Listener<WorkId> listener) {
    return new LeaseKeeper<>(
        held -> heartbeatMany(held).lost(), listener, table.ttlNanos(), table.beatIntervalNanos());
  }

  /**
   * Begins to commit: from here on the lease never expires and is never stolen.
   *
   * @param manifest what is to be published, for whoever has to do it after a crash; empty where
   *     nobody can; at most {@value #COMMIT_LIMIT} bytes
   */
  public CommitAnswer beginCommit(WorkId id, LeaseToken token, Optional<JsonObject> manifest)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    manifest.ifPresent(
        commit -> LeaseCodec.requireReadable("commit manifest", commit, COMMIT_LIMIT));
    return one(id, reading -> LeaseRules.beginCommit(reading, token, manifest));
  }

  /** Ends the work of an id for ever, once: of all tokens one is answered Completed. */
  public CompleteAnswer completeOnce(WorkId id, LeaseToken token)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    double now = table.wallSeconds();
    return one(id, reading -> LeaseRules.complete(reading, token, now));
  }

  /** Gives a lease up before its commit has begun. */
  public ReleaseAnswer release(WorkId id, LeaseToken token)
      throws PosixException, PoisonedException, SessionLostException {
    try {
      return one(id, reading -> LeaseRules.release(reading, token));
    } catch (DurabilityUnknownException e) {
      return new ReleaseAnswer.RemovedDurabilityUnknown(String.valueOf(e.getMessage()));
    }
  }

  /** Publishes what a commit manifest names. */
  @FunctionalInterface
  public interface CommitReplay {

    /**
     * Called after the takeover is durable.
     *
     * @param lease its fence is to be passed to what is published, which must refuse smaller ones:
     *     a recoverer that froze in here may wake up after another has finished
     * @param manifest what was to be published
     * @throws Exception it could not be published; the lease stays committing
     */
    void publish(Lease lease, JsonObject manifest) throws Exception;
  }

  /**
   * Finishes a commit whose holder did not. In a fence table its session must be dead, or this
   * table have taken the commit over before: the commit is taken over, so that the holder's own
   * completion becomes stale, published, and completed. In a table with update locks it is
   * published under the lock.
   *
   * @param committing what {@link #recoverCommitting} found
   * @return {@link CompleteAnswer.Stale} when the commit is another by now, has no manifest, or its
   *     holder lives
   * @throws Exception what the callback threw; the lease is still committing
   */
  public CompleteAnswer replayCommit(LeaseRecord committing, Claimant who, CommitReplay replay)
      throws Exception {
    return table.session().isEmpty()
        ? replayLocked(committing, replay)
        : replayTakenOver(committing, who, replay);
  }

  private CompleteAnswer replayTakenOver(LeaseRecord committing, Claimant who, CommitReplay replay)
      throws Exception {
    Set<String> dead = new HashSet<>();
    if (takenOver.contains(committing.token())) {
      committing.session().ifPresent(dead::add);
    } else if (committing.session().isPresent()) {
      table.watch(committing, dead);
    }
    WorkId id = committing.id();
    Wish wish = table.wish(new JsonObject(Map.of()), who);
    double now = table.wallSeconds();
    takenOver.add(wish.token());
    CommitAnswer taken =
        one(id, read -> LeaseRules.takeOver(read, committing.token(), wish, dead, now));
    if (taken instanceof CommitAnswer.Begun begun) {
      takenOver.remove(committing.token());
      replay.publish(begun.lease(), begun.lease().record().commit().orElseThrow());
      CompleteAnswer answer = completeOnce(id, begun.lease().token());
      if (!(answer instanceof CompleteAnswer.Unavailable)) {
        takenOver.remove(wish.token());
      }
      return answer;
    }
    takenOver.remove(wish.token());
    if (taken instanceof CommitAnswer.Corrupt corrupt) {
      return new CompleteAnswer.Corrupt(corrupt.path(), corrupt.reason());
    }
    return taken instanceof CommitAnswer.Unavailable unavailable
        ? new CompleteAnswer.Unavailable(unavailable.reason())
        : new CompleteAnswer.Stale();
  }

  private CompleteAnswer replayLocked(LeaseRecord committing, CommitReplay replay)
      throws Exception {
    double now = table.wallSeconds();
    List<Exception> failures = new ArrayList<>();
    CompleteAnswer answer =
        one(
            committing.id(),
            reading -> {
              Optional<LeaseRecord> record = LeaseRules.replayable(reading, committing.token());
              if (record.isPresent()) {
                try {
                  replay.publish(Lease.of(record.get()), record.get().commit().orElseThrow());
                } catch (Exception e) {
                  failures.add(e);
                  return new Step.Keep<>(new CompleteAnswer.Stale());
                }
              }
              return record.isEmpty() && LeaseRules.isRenewable(reading, committing.token())
                  ? new Step.Keep<>(new CompleteAnswer.Stale())
                  : LeaseRules.complete(reading, committing.token(), now);
            });
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return answer;
  }

  /** Reads what is known of an id. */
  public Reading read(WorkId id) throws PosixException {
    return store.read(id);
  }

  /** Reads every record, shard by shard, the corrupt ones included; no snapshot of one moment. */
  public void scan(BiConsumer<WorkId, Reading> visitor) throws PosixException {
    store.scan(Obstacles.FATAL, visitor);
  }

  /**
   * The ids whose leases have expired and can be claimed, in their order. In a fence table watching
   * begins with the first call: a session is silent only when it was seen not to beat for the ttl.
   */
  public List<WorkId> recoverExpired()
      throws PosixException, DurabilityUnknownException, PoisonedException {
    return table.expired().stream().map(LeaseRecord::id).toList();
  }

  /** The records that are committing, in the order of their ids. */
  public List<LeaseRecord> recoverCommitting() throws PosixException {
    return table.records(LeaseStatus.COMMITTING);
  }

  /** Reads every record and counts; what is expired is judged, and nothing is changed by it. */
  public RecordCounts counts() throws PosixException {
    return table.counts();
  }

  /** Removes what dead writers have left. @return how many names went */
  public int sweep() throws PosixException, DurabilityUnknownException, PoisonedException {
    return store.sweep(Obstacles.FATAL);
  }

  private <A> A one(WorkId id, Function<Reading, Step<A>> transition)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, Outcome<A>> outcomes =
        store.change(List.of(id), (any, reading) -> transition.apply(reading));
    return Objects.requireNonNull(outcomes.get(id)).orThrow();
  }

  /**
   * Ends this coordinator's session and closes the table, once. Leases that are still held are free
   * for others at once, those that are committing can be replayed.
   */
  @Override
  public void close() {
    table.close();
  }
}
