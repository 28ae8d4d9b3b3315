package io.holdfast.gauge;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.Dir;
import io.holdfast.durable.RootTrust;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What a coordinator does with a fence table that nobody else uses. */
abstract class LeaseWork implements Work {

  private static final int SHARDS = 8;
  private static final long TTL_MILLIS = TimeUnit.DAYS.toMillis(1);
  private static final String WHO = "bench";
  private static final Claimant CLAIMANT = new Claimant(WHO, 0);
  private static final JsonObject PAYLOAD =
      new JsonObject(Map.of("input", new JsonString("x".repeat(96))));

  private final RowPlace place;
  private final WorkLeaseTable table;
  private final BarrierForm form;

  LeaseWork(RowPlace place) throws Exception {
    this.place = place;
    Dir dir = place.directory("table");
    this.form = place.durable().barrierForm(dir);
    this.table =
        WorkLeaseTable.open(
            place.posix(),
            place.below("table"),
            TableManifest.ofWork()
                .withProtocol(Protocol.FENCE)
                .withShardCount(SHARDS)
                .withTtlMillis(TTL_MILLIS),
            LeaseOptions.defaults(LeaseClocks.system(place.posix())),
            RootTrust.declaredByCaller("a table of one process"),
            WHO);
  }

  final WorkLeaseTable table() {
    return table;
  }

  final BarrierForm form() {
    return form;
  }

  /** Numbers that follow upon each other fall into shards that do so. */
  private static WorkId id(long number) {
    return new WorkId(String.format(Locale.ROOT, "%08x", number) + "a".repeat(56));
  }

  final Lease claim(long number) throws Exception {
    ClaimAnswer answer = table.claim(id(number), PAYLOAD, CLAIMANT);
    if (answer instanceof ClaimAnswer.Claimed claimed) {
      return claimed.lease();
    }
    throw new WrongAnswerException("a claim was answered " + answer);
  }

  final void release(Lease lease) throws Exception {
    ReleaseAnswer answer = table.release(lease.id(), lease.token());
    if (!(answer instanceof ReleaseAnswer.Released)) {
      throw new WrongAnswerException("a release was answered " + answer);
    }
  }

  @Override
  public final void close() {
    table.close();
    place.close();
  }

  /** All leases of a session renewed by its beat: one rename, no barrier. */
  static final class Beat extends LeaseWork {

    private static final int LEASES = 64;

    private final Map<WorkId, LeaseToken> tokens = new TreeMap<>();

    Beat(RowPlace place) throws Exception {
      super(place);
      for (int i = 0; i < LEASES; i++) {
        Lease lease = claim(i);
        tokens.put(lease.id(), lease.token());
      }
    }

    @Override
    public CallCounts model() {
      return CallCounts.of(CountedCall.RENAME, 1);
    }

    @Override
    public void once(long number) throws Exception {
      LeaseHeartbeatBatch batch = table().heartbeatMany(tokens);
      if (batch.renewed().size() != LEASES) {
        throw new WrongAnswerException("a heartbeat has lost " + batch.lost());
      }
    }
  }

  /**
   * Two transitions of one record, of one id after the other. Each syncs a record and makes two
   * barriers, moves the fence by a rename, and makes the record the hint by a link and a rename.
   */
  static final class ClaimAndRelease extends LeaseWork {

    private static final int IDS = 8;
    private static final int TRANSITIONS = 2;
    private static final int BARRIERS_EACH = 2;

    /** Each id once, so that what is measured finds records that are there. */
    ClaimAndRelease(RowPlace place) throws Exception {
      super(place);
      for (int i = 0; i < IDS; i++) {
        release(claim(i));
      }
    }

    @Override
    public CallCounts model() {
      return RowPlace.barriers(form(), TRANSITIONS * BARRIERS_EACH)
          .plus(CountedCall.FILE_SYNC, TRANSITIONS)
          .plus(CountedCall.RENAME, 2 * TRANSITIONS)
          .plus(CountedCall.LINK, TRANSITIONS);
    }

    @Override
    public void once(long number) throws Exception {
      release(claim(number % IDS));
    }
  }
}
