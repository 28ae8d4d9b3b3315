package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The first use of ids: a fence of number 0 and its record, durable, then an exclusive link that
 * says which of several fences of number 0 is the genuine one.
 */
final class FenceGenesis {

  private static final List<Errno> NO_LINKS =
      List.of(Errno.EPERM, Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EMLINK);

  private final Durable durable;
  private final LeaseClocks clocks;
  private final LeaseCounters counters;

  FenceGenesis(Durable durable, LeaseClocks clocks, LeaseCounters counters) {
    this.durable = durable;
    this.clocks = clocks;
    this.counters = counters;
  }

  /**
   * Tries to begin the history of ids that have no origin.
   *
   * @param firsts for each id the nonce of its beginning
   * @return the ids whose beginning is ours; the others have one of somebody else, or will be seen
   *     anew
   * @throws PosixException also EPERM, EOPNOTSUPP, ENOSYS from linkat: no fence table on this
   *     storage
   */
  Map<FenceView, FenceStamp> begin(Map<FenceView, String> firsts)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    writeFirsts(firsts);
    Map<FenceView, FenceStamp> ours = new LinkedHashMap<>();
    for (Map.Entry<FenceView, String> first : firsts.entrySet()) {
      FenceStamp stamp = FenceStamp.first(first.getValue());
      if (isWritten(first.getKey(), stamp.at()) && isOurs(first.getKey(), stamp.at())) {
        ours.put(first.getKey(), stamp);
      }
    }
    return ours;
  }

  private void writeFirsts(Map<FenceView, String> firsts)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.PUBLISH)) {
      for (Map.Entry<FenceView, String> first : firsts.entrySet()) {
        FenceView view = first.getKey();
        FenceStamp stamp = FenceStamp.first(first.getValue());
        byte[] line = FenceCodec.fenceLine(view.id(), first.getValue());
        byte[] record = FenceCodec.encode(neverHeld(view.id(), first.getValue()), stamp);
        batch.create(view.files().dir(), stamp.at().fence(view.id()), line);
        batch.create(view.files().dir(), stamp.at().record(view.id()), record);
        if (view.era().floor() > 0) {
          view.files().tombstones().coverBy(batch);
        }
      }
      batch.flush();
    } catch (PosixException e) {
      removeFirsts(firsts.entrySet());
      throw e;
    }
  }

  /** A server that failed before the barrier may have lost the record and kept the fence. */
  private static boolean isWritten(FenceView view, FenceName first) throws PosixException {
    return view.record(first) instanceof FenceView.RecordSight.Whole;
  }

  private LeaseRecord neverHeld(WorkId id, String token) {
    return LeaseRecord.Change.ofNothing()
        .set(LeaseRecord.ID, id.hex())
        .set(LeaseRecord.STATUS, LeaseStatus.RELEASED.word())
        .set(LeaseRecord.PAYLOAD, new JsonObject(Map.of()))
        .set(LeaseRecord.OWNER, Claimant.DEFAULT_OWNER)
        .set(LeaseRecord.PREVIOUS_OWNER, "")
        .set(LeaseRecord.WORKER, 0)
        .set(LeaseRecord.TOKEN, token)
        .set(LeaseRecord.UPDATED, clocks.wallSeconds())
        .set(LeaseRecord.ATTEMPTS, 0)
        .set(LeaseRecord.STEALS, 0)
        .make();
  }

  /** Links the origin; whose it is, is read from it, never from the answer of the link. */
  private boolean isOurs(FenceView view, FenceName first) throws PosixException {
    int linked = view.files().link(first.fence(view.id()), view.originName());
    if (linked == 0) {
      return true;
    }
    for (Errno refusal : NO_LINKS) {
      if (refusal.is(linked)) {
        remove(view, first);
        PosixException.check(linked, "linkat", view.originName().bytes());
      }
    }
    if (!(view.files().read(view.originName()) instanceof FileContent.Bytes origin)) {
      return false;
    }
    if (Arrays.equals(origin.bytes(), FenceCodec.fenceLine(view.id(), first.nonce()))) {
      return true;
    }
    remove(view, first);
    return false;
  }

  private void removeFirsts(Collection<Map.Entry<FenceView, String>> firsts) {
    List<Map.Entry<FenceView, String>> all = new ArrayList<>(firsts);
    all.forEach(first -> remove(first.getKey(), FenceStamp.first(first.getValue()).at()));
  }

  private void remove(FenceView view, FenceName first) {
    ShardFiles files = view.files();
    int record = files.unlink(first.record(view.id()));
    int fence = files.unlink(first.fence(view.id()));
    if ((record < 0 && !ShardFiles.isAbsence(record))
        || (fence < 0 && !ShardFiles.isAbsence(fence))) {
      counters.leftover();
    }
  }
}
