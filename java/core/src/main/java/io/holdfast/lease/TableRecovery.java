package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Frees leases whose holders are gone, without claiming them. It takes part in the table as a
 * coordinator does, with a session of its own. One thread.
 */
public final class TableRecovery implements AutoCloseable {

  private final OpenTable table;
  private final Set<String> dead = new HashSet<>();

  private TableRecovery(OpenTable table) {
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
    try (Dir root = Dir.open(posix, path)) {
      manifest = TableRoot.existing(posix, root, assumed);
    }
    return new TableRecovery(OpenTable.open(posix, path, manifest, options, trust, owner));
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
   */
  public record Outlook(
      List<LeaseRecord> expired, List<LeaseRecord> held, List<LeaseRecord> committing) {

    public Outlook {
      expired = List.copyOf(expired);
      held = List.copyOf(held);
      committing = List.copyOf(committing);
    }
  }

  /**
   * Looks at every lease, and beats for itself. A session that was silent since an earlier look for
   * the ttl of its lease is declared dead.
   */
  public Outlook look()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    table.store().heartbeat(Map.of());
    double now = table.wallSeconds();
    List<LeaseRecord> expired = new ArrayList<>();
    List<LeaseRecord> held = new ArrayList<>();
    for (LeaseRecord record : table.leased()) {
      (table.isExpired(record, now, dead) ? expired : held).add(record);
    }
    return new Outlook(expired, held, table.records(LeaseStatus.COMMITTING));
  }

  /**
   * Frees a lease, unless anybody has claimed or beaten it since it was seen.
   *
   * @param expired as {@link #look} found it
   */
  public ReleaseAnswer free(LeaseRecord expired)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    WorkId id = expired.id();
    Outcome<ReleaseAnswer> outcome =
        table
            .store()
            .<ReleaseAnswer>change(List.of(id), (any, reading) -> step(expired, reading))
            .get(id);
    if (outcome instanceof Outcome.Answered<ReleaseAnswer> answered) {
      return answered.answer();
    }
    return new ReleaseAnswer.RemovedDurabilityUnknown("it cannot be said whether it was freed");
  }

  private static Step<ReleaseAnswer> step(LeaseRecord expired, Reading reading) {
    boolean beaten =
        reading instanceof Reading.Present present
            && present.record().updatedSeconds() != expired.updatedSeconds();
    return beaten
        ? new Step.Keep<>(new ReleaseAnswer.Stale())
        : LeaseRules.release(reading, expired.token());
  }

  /** Ends the session that it had. */
  @Override
  public void close() {
    table.close();
  }
}
