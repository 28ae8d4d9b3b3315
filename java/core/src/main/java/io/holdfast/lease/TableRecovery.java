package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Frees leases whose holders are gone, without claiming them. It takes part in the table as a
 * coordinator does, with a session of its own. One thread.
 */
public final class TableRecovery implements AutoCloseable {

  /** What keeps a lease from being freed. */
  private static final Set<Check> OBSTACLES =
      EnumSet.of(Check.DIRECTORY, Check.RECORD, Check.LOCK, Check.HELD_LOCK);

  private final Posix posix;
  private final RawPath path;
  private final OpenTable table;
  private final Set<String> dead = new HashSet<>();

  private TableRecovery(Posix posix, RawPath path, OpenTable table) {
    this.posix = posix;
    this.path = path;
    this.table = table;
  }

  /**
   * Opens a table that is there.
   *
   * @param assumed what the table is when it has no manifest; empty refuses one without
   * @param owner this process, for people
   * @throws TableRefusedException nothing was changed
   */
  public static TableRecovery open(
      Posix posix,
      RawPath path,
      Optional<TableManifest> assumed,
      LeaseOptions options,
      RootTrust trust,
      String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    TableManifest manifest;
    try (Dir root = TableRoot.open(posix, path)) {
      manifest = TableRoot.existing(posix, root, assumed);
    }
    return new TableRecovery(
        posix, path, OpenTable.open(posix, path, manifest, options, trust, owner));
  }

  public TableManifest manifest() {
    return table.manifest();
  }

  /**
   * What one look saw.
   *
   * @param expired can be freed
   * @param held leased, and not known to be expired: a session is watched from the first look on
   * @param committing begun to commit; never freed
   * @param obstacles what could not be looked at, in the order of the walk
   */
  public record Outlook(
      List<LeaseRecord> expired,
      List<LeaseRecord> held,
      List<LeaseRecord> committing,
      List<TableFinding> obstacles) {

    public Outlook {
      expired = List.copyOf(expired);
      held = List.copyOf(held);
      committing = List.copyOf(committing);
      obstacles = List.copyOf(obstacles);
    }
  }

  /**
   * Looks at every lease that can be looked at, and beats for itself. A session that was silent
   * since an earlier look for the ttl of its lease is declared dead.
   */
  public Outlook look()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    table.store().heartbeat(Map.of());
    double now = table.wallSeconds();
    Set<TableFinding> met = new LinkedHashSet<>();
    Obstacles obstacles = Obstacles.told(met::add);
    List<LeaseRecord> expired = new ArrayList<>();
    List<LeaseRecord> held = new ArrayList<>();
    for (LeaseRecord record : table.leased(obstacles)) {
      try {
        (table.isExpired(record, now, dead) ? expired : held).add(record);
      } catch (PosixException e) {
        held.add(record);
        obstacles.meet(Sessions.DIRECTORY, e);
      }
    }
    List<LeaseRecord> committing = table.records(LeaseStatus.COMMITTING, obstacles);
    return new Outlook(expired, held, committing, List.copyOf(met));
  }

  /** What became of a lease that was to be freed. */
  public sealed interface Freeing {

    /** Nobody has it any more, durably. */
    record Freed() implements Freeing {}

    /** Somebody has claimed, beaten or released it since it was seen. */
    record Used() implements Freeing {}

    /** It stays as it was; what stands in the way. */
    record Prevented(TableFinding obstacle) implements Freeing {}
  }

  /**
   * Frees a lease, unless anybody has claimed or beaten it since it was seen.
   *
   * @param expired as {@link #look} found it
   */
  public Freeing free(LeaseRecord expired)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    WorkId id = expired.id();
    Outcome<ReleaseAnswer> outcome;
    try {
      outcome =
          table
              .store()
              .<ReleaseAnswer>change(List.of(id), (any, reading) -> step(expired, reading))
              .get(id);
    } catch (PosixException e) {
      return prevented(id, String.valueOf(e.getMessage()));
    } catch (ShardRefusedException e) {
      String shard = Shards.name(id.shard(manifest().shardCount()));
      return new Freeing.Prevented(TableFinding.of(Check.DIRECTORY, shard, e.objection()));
    }
    if (outcome instanceof Outcome.Answered<ReleaseAnswer> answered) {
      return freeing(id, answered.answer());
    }
    return prevented(id, "it cannot be said whether it was freed");
  }

  private Freeing freeing(WorkId id, ReleaseAnswer answer) throws PosixException {
    if (answer instanceof ReleaseAnswer.Released) {
      return new Freeing.Freed();
    }
    if (answer instanceof ReleaseAnswer.Unavailable unavailable) {
      return prevented(id, unavailable.reason());
    }
    if (answer instanceof ReleaseAnswer.Corrupt corrupt) {
      return prevented(id, corrupt.reason());
    }
    return answer instanceof ReleaseAnswer.RemovedDurabilityUnknown unknown
        ? prevented(id, unknown.reason())
        : new Freeing.Used();
  }

  /** A finding of verify says more than the answer of a call. */
  private Freeing prevented(WorkId id, String reason) throws PosixException {
    String file = Shards.name(id.shard(manifest().shardCount())) + "/" + id;
    TableFinding unknown = TableFinding.of(Check.UNREADABLE, file, reason);
    List<TableFinding> known = new ArrayList<>();
    try (TableInspection inspection = TableInspection.open(posix, path, Optional.of(manifest()))) {
      known.addAll(inspection.verify(id));
    } catch (TableRefusedException e) {
      return new Freeing.Prevented(unknown);
    }
    return new Freeing.Prevented(
        known.stream()
            .filter(finding -> OBSTACLES.contains(finding.check()))
            .findFirst()
            .orElse(unknown));
  }

  private static Step<ReleaseAnswer> step(LeaseRecord expired, Reading reading) {
    boolean beaten =
        reading instanceof Reading.Present present
            && present.record().updatedSeconds() != expired.updatedSeconds();
    return beaten
        ? new Step.Keep<>(new ReleaseAnswer.Stale())
        : LeaseRules.release(reading, expired.token());
  }

  /**
   * Ends the session that it has, and nothing else: for a process that a signal ends. Any thread
   * may call it; whatever the others ask afterwards is refused with {@link SessionLostException}.
   */
  public void endSession() {
    table.session().ifPresent(Session::close);
  }

  /** Ends the session that it had. */
  @Override
  public void close() {
    table.close();
  }
}
