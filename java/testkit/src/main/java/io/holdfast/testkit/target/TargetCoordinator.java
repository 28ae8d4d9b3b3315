package io.holdfast.testkit.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLease;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import io.holdfast.testkit.lease.Seat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One coordinator of a test with its table of targets. */
final class TargetCoordinator implements AutoCloseable {

  private final String owner;
  private final Seat seat;
  private @Nullable TargetLeaseTable table;

  TargetCoordinator(String owner, Seat seat) {
    this.owner = owner;
    this.seat = seat;
  }

  TargetCoordinator open(RawPath root, TableManifest manifest) throws Exception {
    RootTrust trust = RootTrust.declaredByCaller("a test");
    table = TargetLeaseTable.open(seat.posix(), root, manifest, seat.options(), trust, owner);
    return this;
  }

  Seat seat() {
    return seat;
  }

  TargetLeaseTable table() {
    if (table == null) {
      throw new IllegalStateException(owner + " has no table");
    }
    return table;
  }

  GroupClaimAnswer claim(TargetGroup group) throws Exception {
    return claim(group, "seed");
  }

  GroupClaimAnswer claim(TargetGroup group, String input) throws Exception {
    JsonObject payload = new JsonObject(Map.of("input", new JsonString(input)));
    return table().claimGroup(group, payload, new Claimant(owner, 1));
  }

  /** A claim that must be granted. */
  GroupLease take(TargetGroup group) throws Exception {
    GroupClaimAnswer answer = claim(group);
    assertThat(answer).isInstanceOf(GroupClaimAnswer.Claimed.class);
    return ((GroupClaimAnswer.Claimed) answer).lease();
  }

  GroupHeartbeatAnswer beat(TargetGroup group, GroupLease lease) throws Exception {
    return table().heartbeatGroup(group, lease.token());
  }

  GroupReleaseAnswer release(TargetGroup group, GroupLease lease) throws Exception {
    return table().releaseGroup(group, lease.token());
  }

  /** The record of a target; there must be one. */
  LeaseRecord record(long target) throws Exception {
    Reading reading = table().read(target);
    assertThat(reading).isInstanceOf(Reading.Present.class);
    return ((Reading.Present) reading).record();
  }

  /** Ends without a word, as a process that is killed. */
  void vanish() {
    seat.silence();
    close();
  }

  @Override
  public void close() {
    if (table != null) {
      table.close();
      table = null;
    }
  }
}
