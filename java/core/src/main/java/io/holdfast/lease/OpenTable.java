package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableCounters;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.LeaseRules.Expiry;
import io.holdfast.lease.LeaseRules.Wish;
import io.holdfast.lease.Sessions.Judgement;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table that is open, whatever is leased in it: its store, its own session, and its judgement
 * over the leases of others. Any thread may use it.
 */
final class OpenTable implements AutoCloseable {

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final TableManifest manifest;
  private final LeaseOptions options;
  private final RootTrust trust;
  private final Durable durable;
  private final Dir root;
  private final @Nullable Sessions sessions;
  private final @Nullable Session session;
  private final RecordStore store;
  private final Nonces nonces;
  private final LeaseCounters counters;
  private final StampWatch stamps;
  private final int pid;

  private OpenTable(
      TableManifest manifest,
      LeaseOptions options,
      RootTrust trust,
      Durable durable,
      Dir root,
      Posix posix,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    this.manifest = manifest;
    this.options = options;
    this.trust = trust;
    this.durable = durable;
    this.root = root;
    this.nonces = new Nonces(options.random());
    this.counters = new LeaseCounters();
    this.stamps = new StampWatch(options.clocks().boot());
    this.pid = posix.getpid();
    Shards shards = new Shards(posix, durable, root, manifest);
    if (manifest.protocol() == TableManifest.Protocol.FENCE) {
      Sessions all = Sessions.open(posix, durable, root, manifest, options, nonces);
      Session own = begin(all, owner);
      this.sessions = all;
      this.session = own;
      this.store = new FencedRecords(durable, shards, options, nonces, own, counters);
    } else {
      this.sessions = null;
      this.session = null;
      this.store =
          new LockedRecords(
              durable, shards, options, nonces, UpdateLock.of(manifest, posix, nonces, counters));
    }
  }

  private Session begin(Sessions all, String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    boolean begun = false;
    try {
      Session own = all.begin(owner, ttlNanos());
      begun = true;
      return own;
    } finally {
      if (!begun) {
        all.close();
      }
    }
  }

  /**
   * Opens the table in a directory, and makes it where there is none; see {@link
   * WorkLeaseTable#open}.
   */
  static OpenTable open(
      Posix posix,
      RawPath path,
      TableManifest asked,
      LeaseOptions options,
      RootTrust trust,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    Claimant checked = new Claimant(owner, 0);
    TableRoot.requireTrusted(trust);
    Dir root = TableRoot.open(posix, path);
    try {
      TableManifest manifest = TableRoot.agree(posix, root, asked, options);
      return open(posix, root, manifest, options, trust, checked.owner());
    } catch (PosixException
        | DurabilityUnknownException
        | PoisonedException
        | TableRefusedException
        | RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static OpenTable open(
      Posix posix,
      Dir root,
      TableManifest manifest,
      LeaseOptions options,
      RootTrust trust,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    Durable durable = new Durable(posix, manifest.modes(options.durable()));
    try {
      return new OpenTable(manifest, options, trust, durable, root, posix, owner);
    } catch (PosixException
        | DurabilityUnknownException
        | PoisonedException
        | TableRefusedException
        | RuntimeException e) {
      durable.close();
      throw e;
    }
  }

  TableManifest manifest() {
    return manifest;
  }

  LeaseCounters counters() {
    return counters;
  }

  DurableCounters barriers() {
    return durable.counters();
  }

  TableMetrics metrics() {
    DurableCounters.Snapshot barriers = durable.counters().snapshot();
    return new TableMetrics(
        counters.snapshot(),
        new TableMetrics.Barriers(
            barriers.fileSyncs(),
            barriers.directorySyncs(),
            barriers.directorySyncsAvoided(),
            barriers.failures()));
  }

  /** Beats for leases, and counts how that ended. */
  LeaseHeartbeatBatch beat(Map<WorkId, LeaseToken> tokens)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    boolean done = false;
    HeartbeatEvent event = HeartbeatEvent.begun();
    try {
      LeaseHeartbeatBatch batch = store.heartbeat(tokens);
      counters.heartbeat(batch.renewed().size(), batch.directorySyncs());
      event.answered(batch.renewed().size(), batch.directorySyncs());
      done = true;
      return batch;
    } finally {
      event.tell(tokens.size());
      if (!done) {
        counters.heartbeatFailure();
      }
    }
  }

  RecordStore store() {
    return store;
  }

  Optional<Session> session() {
    return Optional.ofNullable(session);
  }

  long ttlNanos() {
    return manifest.ttlMillis() * NANOS_PER_MILLI;
  }

  /** How often its leases are renewed. */
  long beatIntervalNanos() {
    return options.beatIntervalNanos(ttlNanos());
  }

  double wallSeconds() {
    return options.clocks().wallSeconds();
  }

  /** Why nothing may be claimed now; empty where it may. */
  Optional<String> distrust() {
    return trust.ask() instanceof RootTrust.Answer.Refused refused
        ? Optional.of(refused.reason())
        : Optional.empty();
  }

  /** Refuses when this coordinator's session is over. */
  void requireSession() throws PosixException, SessionLostException {
    if (session != null) {
      session.require();
    }
  }

  /** A claim with a token that was never used. */
  Wish wish(JsonObject payload, Claimant who) {
    long unixNanos = options.clocks().wallMillis() * NANOS_PER_MILLI;
    LeaseToken token = LeaseToken.fresh(who, pid, unixNanos, nonces);
    return new Wish(
        payload,
        who,
        token,
        manifest.ttlMillis(),
        session().map(Session::id),
        new JsonObject(Map.of()));
  }

  /**
   * Judges leases by what is known without a look at the storage.
   *
   * @param dead sessions that are known to be dead
   */
  Expiry expiry(double now, Set<String> dead) {
    return new Expiry() {
      @Override
      public long remainingMillis(LeaseRecord record) {
        return remaining(record, now, dead);
      }

      @Override
      public boolean comparesDates(LeaseRecord record) {
        return record.session().isEmpty() && options.stampExpiry() == StampExpiry.WALL_CLOCK;
      }
    };
  }

  private long remaining(LeaseRecord held, double now, Set<String> dead) {
    if (held.session().isPresent()) {
      return dead.contains(held.session().get()) ? 0 : ttlMillis(held);
    }
    if (options.stampExpiry() == StampExpiry.OBSERVED) {
      return stamps.remainingMillis(held, ttlMillis(held));
    }
    return (long) Math.ceil(ttlMillis(held) - (now - held.updatedSeconds()) * 1e3);
  }

  private long ttlMillis(LeaseRecord held) {
    return held.ttlSeconds().isPresent()
        ? Math.round(held.ttlSeconds().getAsDouble() * 1e3)
        : manifest.ttlMillis();
  }

  /**
   * Looks whether the session of a lease still beats, and declares it dead when it did not for the
   * ttl of the lease.
   *
   * @param dead gets a session that is dead
   * @return how long the lease still lives at least, in milliseconds; 0 when its session is dead
   */
  long watch(LeaseRecord held, Set<String> dead)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    String holder = held.session().orElseThrow();
    long ttlMillis = ttlMillis(held);
    if (sessions == null || session().map(Session::id).filter(holder::equals).isPresent()) {
      return ttlMillis;
    }
    Judgement judgement = sessions.judge(holder, ttlMillis * NANOS_PER_MILLI);
    if (judgement instanceof Judgement.Alive alive) {
      return Math.max(1, alive.remainingNanos() / NANOS_PER_MILLI);
    }
    if (judgement instanceof Judgement.Silent && !sessions.declareDead(holder)) {
      return ttlMillis;
    }
    dead.add(holder);
    return 0;
  }

  /**
   * Whether a lease has expired, by its stamp or by its session, which is watched for it.
   *
   * @param dead sessions that are known to be dead; gets more
   */
  boolean isExpired(LeaseRecord held, double now, Set<String> dead)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    boolean unknown = held.session().isPresent() && !dead.contains(held.session().get());
    return (unknown ? watch(held, dead) : remaining(held, now, dead)) <= 0;
  }

  /** Whether a claim would find that a lease has expired; declares nobody dead. */
  private boolean seemsExpired(LeaseRecord held, double now) throws PosixException {
    Optional<String> holder = held.session();
    if (holder.isEmpty() || sessions == null) {
      return remaining(held, now, Set.of()) <= 0;
    }
    return !holder.equals(session().map(Session::id))
        && !(sessions.judge(holder.get(), ttlMillis(held) * NANOS_PER_MILLI)
            instanceof Judgement.Alive);
  }

  /** Counts records by status; sessions are watched for what is expired. */
  RecordCounts counts() throws PosixException {
    Map<LeaseStatus, Long> byStatus = new EnumMap<>(LeaseStatus.class);
    long[] unreadable = new long[1];
    List<LeaseRecord> leased = new ArrayList<>();
    store.scan(
        Obstacles.FATAL,
        (id, reading) -> {
          if (reading instanceof Reading.Present present) {
            byStatus.merge(present.record().status(), 1L, Long::sum);
            if (present.record().status() == LeaseStatus.LEASED) {
              leased.add(present.record());
            }
          } else {
            unreadable[0]++;
          }
        });
    double now = wallSeconds();
    long expired = 0;
    for (LeaseRecord record : leased) {
      expired += seemsExpired(record, now) ? 1 : 0;
    }
    return new RecordCounts(byStatus, expired, unreadable[0]);
  }

  /** The leases that have expired, in the order of their ids; sessions are watched for it. */
  List<LeaseRecord> expired() throws PosixException, DurabilityUnknownException, PoisonedException {
    Set<String> dead = new HashSet<>();
    double now = wallSeconds();
    List<LeaseRecord> expired = new ArrayList<>();
    for (LeaseRecord record : leased(Obstacles.FATAL)) {
      if (isExpired(record, now, dead)) {
        expired.add(record);
      }
    }
    return expired;
  }

  /** The records that are leased, in the order of their ids; no other lease is watched any more. */
  List<LeaseRecord> leased(Obstacles obstacles) throws PosixException {
    List<LeaseRecord> leased = records(LeaseStatus.LEASED, obstacles);
    stamps.retain(leased.stream().map(LeaseRecord::id).collect(Collectors.toSet()));
    return leased;
  }

  /** The records of one status, in the order of their ids. */
  List<LeaseRecord> records(LeaseStatus status) throws PosixException {
    return records(status, Obstacles.FATAL);
  }

  /** The same, of as much as can be read. */
  List<LeaseRecord> records(LeaseStatus status, Obstacles obstacles) throws PosixException {
    Map<WorkId, LeaseRecord> found = new TreeMap<>();
    store.scan(
        obstacles,
        (id, reading) -> {
          if (reading instanceof Reading.Present present && present.record().status() == status) {
            found.put(id, present.record());
          }
        });
    return List.copyOf(found.values());
  }

  /** Ends this coordinator's session and closes everything, once. */
  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
    store.close();
    if (sessions != null) {
      sessions.close();
    }
    durable.close();
    root.close();
  }
}
