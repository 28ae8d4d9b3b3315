package io.holdfast.testkit.interleaving;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.PosixException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A coordinator that claims, commits and completes exact work. */
final class WorkClient extends Client {

  private static final Claimant WHO = new Claimant("owner", 1);
  private static final JsonObject PAYLOAD = new JsonObject(Map.of());

  private final WorkLeaseTable table;
  private final Map<WorkId, Lease> held = new TreeMap<>();

  WorkClient(Ground ground, Connection connection, Purge purge, WorkLeaseTable table) {
    super(ground, connection, purge);
    this.table = table;
  }

  @Override
  void forget() {
    held.clear();
  }

  @Override
  boolean trusts(WorkId id, long thanFence) {
    Lease own = held.get(id);
    return own != null && own.fence() < thanFence && table.session().orElseThrow().isTrusted();
  }

  @Override
  Reading read(WorkId id) throws PosixException {
    return table.read(id);
  }

  @Override
  void operate()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    WorkId id = ground().anyId();
    Lease lease = held.get(id);
    int dice = ground().random().nextInt(16);
    if (dice == 0 && ground().random().nextBoolean()) {
      purge();
    } else if (dice == 0) {
      sweep();
    } else if (dice < 4) {
      beat();
    } else if (lease == null) {
      claim(id);
    } else if (dice < 9) {
      release(lease);
    } else if (dice < 13) {
      commit(lease);
    } else {
      complete(lease);
    }
  }

  private void sweep() throws PosixException, DurabilityUnknownException, PoisonedException {
    if (ground().makes(FenceMutant.SWEEPS_WHAT_DOES_NOT_COUNT)) {
      ground().storage().sweepWhatDoesNotCount(connection().posix());
    } else {
      table.sweep();
    }
  }

  @Override
  void beat()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    held.forEach((id, lease) -> tokens.put(id, lease.token()));
    LeaseHeartbeatBatch beat = table.heartbeatMany(tokens);
    beat.lost().forEach(held::remove);
  }

  @Override
  ClaimAnswer claimOne(WorkId id)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    return table.claim(id, PAYLOAD, WHO);
  }

  private void claim(WorkId id)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    if (claimOne(id) instanceof ClaimAnswer.Claimed claimed) {
      Lease lease = claimed.lease();
      ground().acknowledge(lease.record());
      ground().requireNobodyElseTrusts(this, id, lease.fence());
      held.put(id, lease);
    }
  }

  private void release(Lease lease) throws PosixException, PoisonedException, SessionLostException {
    held.remove(lease.id());
    if (table.release(lease.id(), lease.token()) instanceof ReleaseAnswer.Corrupt corrupt) {
      throw new Violation(lease.id() + " reads as corrupt: " + corrupt.reason());
    }
  }

  private void commit(Lease lease)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    JsonObject manifest = new JsonObject(Map.of("stage", new JsonString("s")));
    CommitAnswer answer = table.beginCommit(lease.id(), lease.token(), Optional.of(manifest));
    if (answer instanceof CommitAnswer.Begun begun) {
      ground().acknowledge(begun.lease().record());
      held.put(lease.id(), begun.lease());
    } else if (answer instanceof CommitAnswer.Stale) {
      held.remove(lease.id());
    }
  }

  private void complete(Lease lease)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    CompleteAnswer answer = table.completeOnce(lease.id(), lease.token());
    if (answer instanceof CompleteAnswer.Completed completed) {
      ground().acknowledge(completed.record());
      ground().replace(lease.id());
    }
    if (!(answer instanceof CompleteAnswer.Unavailable)) {
      held.remove(lease.id());
    }
  }
}
