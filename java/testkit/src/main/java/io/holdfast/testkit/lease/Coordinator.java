package io.holdfast.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.Session;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TablePurge;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.MeanwhilePosix;
import io.holdfast.testkit.decorator.RecordingPosix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One coordinator of a test: a table, and the seat from which it is opened. */
final class Coordinator implements AutoCloseable {

  private final String owner;
  private final Seat seat;
  private UnaryOperator<LeaseOptions> wish = UnaryOperator.identity();
  private @Nullable WorkLeaseTable table;

  Coordinator(String owner, Seat seat) {
    this.owner = owner;
    this.seat = seat;
  }

  Coordinator open(RawPath root, TableManifest manifest, RootTrust trust) throws Exception {
    LeaseOptions options = wish.apply(seat.options());
    table = WorkLeaseTable.open(seat.posix(), root, manifest, options, trust, owner);
    return this;
  }

  /** Opens its table otherwise than by default. */
  Coordinator with(UnaryOperator<LeaseOptions> change) {
    wish = change;
    return this;
  }

  WorkLeaseTable table() {
    if (table == null) {
      throw new IllegalStateException(owner + " has no table");
    }
    return table;
  }

  Session session() {
    return table().session().orElseThrow();
  }

  String owner() {
    return owner;
  }

  Claimant claimant() {
    return new Claimant(owner, 1);
  }

  MeanwhilePosix meanwhile() {
    return seat.meanwhile();
  }

  FaultPosix faults() {
    return seat.faults();
  }

  RecordingPosix calls() {
    return seat.calls();
  }

  ManualEpochClock wall() {
    return seat.wall();
  }

  long nanoTime() {
    return seat.nanoTime();
  }

  Coordinator fail(Fault fault) {
    seat.faults().inject(fault);
    return this;
  }

  /** Lets time pass for this coordinator alone. */
  void pass(long millis) {
    seat.pass(millis);
  }

  static JsonObject payload() {
    return new JsonObject(Map.of("input", new JsonString("seed")));
  }

  static Optional<JsonObject> manifest(String stage) {
    return Optional.of(new JsonObject(Map.of("stage", new JsonString(stage))));
  }

  // ---- operations

  ClaimAnswer claim(WorkId id) throws Exception {
    return table().claim(id, payload(), claimant());
  }

  /** A claim that must be granted. */
  Lease take(WorkId id) throws Exception {
    ClaimAnswer answer = claim(id);
    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    return ((ClaimAnswer.Claimed) answer).lease();
  }

  CommitAnswer begin(Lease lease, Optional<JsonObject> manifest) throws Exception {
    return table().beginCommit(lease.id(), lease.token(), manifest);
  }

  CompleteAnswer complete(Lease lease) throws Exception {
    return table().completeOnce(lease.id(), lease.token());
  }

  ReleaseAnswer release(Lease lease) throws Exception {
    return table().release(lease.id(), lease.token());
  }

  /** Replays the commit that it reads. */
  CompleteAnswer replay(WorkId id, WorkLeaseTable.CommitReplay replay) throws Exception {
    return table().replayCommit(record(id), claimant(), replay);
  }

  LeaseHeartbeatBatch beat(Lease... leases) throws Exception {
    Map<WorkId, LeaseToken> tokens = new LinkedHashMap<>();
    for (Lease lease : leases) {
      tokens.put(lease.id(), lease.token());
    }
    return table().heartbeatMany(tokens);
  }

  /** Retires what was over so long ago in every shard, in a session of its own. */
  List<WorkId> purge(RawPath root, long ageMillis) throws Exception {
    List<TableFinding> obstacles = new ArrayList<>();
    List<WorkId> retired = purge(root, ageMillis, obstacles::add);
    assertThat(obstacles).isEmpty();
    return retired;
  }

  /** The same where something is in its way. */
  List<WorkId> purge(RawPath root, long ageMillis, Consumer<TableFinding> obstacles)
      throws Exception {
    List<WorkId> retired = new ArrayList<>();
    LeaseOptions options = wish.apply(seat.options());
    try (TablePurge purge =
        TablePurge.open(seat.posix(), root, options, LeaseArena.trust(), owner)) {
      for (int shard = 0; shard < purge.manifest().shardCount(); shard++) {
        retired.addAll(purge.purge(shard, ageMillis, obstacles));
      }
    }
    return retired;
  }

  /** The record that counts; there must be one. */
  LeaseRecord record(WorkId id) throws Exception {
    Reading reading = table().read(id);
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
