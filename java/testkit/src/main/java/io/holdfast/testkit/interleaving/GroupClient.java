package io.holdfast.testkit.interleaving;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLease;
import io.holdfast.lease.GroupLeaseTable;
import io.holdfast.lease.Lease;
import io.holdfast.lease.Reading;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A coordinator that claims and releases groups of ids. */
final class GroupClient extends Client {

  private static final Claimant WHO = new Claimant("owner", 1);
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final GroupLeaseTable table;
  private final Optional<SkipsTheLastBeat> mistake;
  private final List<GroupLease> held = new ArrayList<>();

  /**
   * @param mistake what stands between it and the storage
   */
  GroupClient(
      Ground ground,
      Connection connection,
      Purge purge,
      GroupLeaseTable table,
      Optional<SkipsTheLastBeat> mistake) {
    super(ground, connection, purge);
    this.table = table;
    this.mistake = mistake;
  }

  @Override
  void forget() {
    held.clear();
  }

  @Override
  boolean trusts(WorkId id, long thanFence) {
    return table.session().orElseThrow().isTrusted()
        && held.stream()
            .map(group -> group.members().get(id))
            .anyMatch(lease -> lease != null && lease.fence() < thanFence);
  }

  @Override
  Reading read(WorkId id) throws PosixException {
    return table.read(id);
  }

  @Override
  void operate()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    int dice = ground().random().nextInt(16);
    if (dice == 0 && ground().random().nextBoolean()) {
      purge();
    } else if (dice == 0) {
      table.sweep();
    } else if (dice == 1) {
      table.recoverExpired();
    } else if (dice < 4) {
      beat();
    } else if (dice < 8 && !held.isEmpty()) {
      GroupLease lease = held.remove(ground().random().nextInt(held.size()));
      table.release(lease.members().keySet(), lease.token());
    } else {
      claim(someIds());
    }
  }

  /** One id at least. */
  private Map<WorkId, JsonObject> someIds() {
    Map<WorkId, JsonObject> group = new TreeMap<>();
    ground().current().stream()
        .filter(id -> ground().random().nextBoolean())
        .forEach(id -> group.put(id, NOTHING));
    group.put(ground().anyId(), NOTHING);
    return group;
  }

  @Override
  void beat()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    for (GroupLease lease : List.copyOf(held)) {
      if (table.heartbeat(lease.members().keySet(), lease.token())
          instanceof GroupHeartbeatAnswer.Stale) {
        held.remove(lease);
      }
    }
  }

  @Override
  ClaimAnswer claimOne(WorkId id)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    GroupClaimAnswer answer = table.claim(Map.of(id, NOTHING), NOTHING, WHO);
    if (answer instanceof GroupClaimAnswer.Claimed claimed) {
      return new ClaimAnswer.Claimed(claimed.lease().of(id));
    }
    return answer instanceof GroupClaimAnswer.Refused refused
        ? refused.obstacles().values().iterator().next()
        : new ClaimAnswer.Unavailable(answer.toString());
  }

  private void claim(Map<WorkId, JsonObject> group)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    mistake.ifPresent(SkipsTheLastBeat::begin);
    GroupClaimAnswer answer;
    try {
      answer = table.claim(group, NOTHING, WHO);
    } finally {
      mistake.ifPresent(SkipsTheLastBeat::end);
    }
    if (answer instanceof GroupClaimAnswer.Claimed claimed) {
      requireOnceAllHeld(claimed.lease());
      for (Lease lease : claimed.lease().members().values()) {
        ground().acknowledge(lease.record());
        ground().requireNobodyElseTrusts(this, lease.id(), lease.fence());
      }
      held.add(claimed.lease());
    }
  }

  /** There was one moment at which every member was this client's. */
  private void requireOnceAllHeld(GroupLease group) {
    long began = Long.MIN_VALUE;
    long ended = Long.MAX_VALUE;
    for (Lease lease : group.members().values()) {
      Truth truth = ground().storage().truth(lease.id().hex());
      began = Math.max(began, truth.began(lease.fence()));
      ended = Math.min(ended, truth.ended(lease.fence()));
    }
    if (began >= ended) {
      throw new Violation(
          group.members().keySet() + " were acknowledged, and never all held at one moment");
    }
  }
}
