package io.holdfast.testkit.lease;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.WorkId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a table must say when everybody takes turns: a state for each id, and how long its holder
 * has been silent. Whatever contradicts it is an {@link AssertionError}.
 */
final class LeaseModel {

  private final long graceNanos;
  private final Map<WorkId, Held> held = new TreeMap<>();
  private final Map<WorkId, Long> fences = new TreeMap<>();
  private long nanos;

  /** Who has an id; absence is that nobody does. */
  private static final class Held {
    private final LeaseToken token;
    private LeaseStatus status = LeaseStatus.LEASED;
    private long beatenAt;
    private boolean gone;

    private Held(LeaseToken token, long beatenAt) {
      this.token = token;
      this.beatenAt = beatenAt;
    }
  }

  /**
   * @param graceNanos after how long without a beat a holder may lose its lease
   */
  LeaseModel(long graceNanos) {
    this.graceNanos = graceNanos;
  }

  void pass(long time) {
    nanos += time;
  }

  private boolean isLost(Held holder) {
    return holder.gone || nanos - holder.beatenAt >= graceNanos;
  }

  private @Nullable Held heldBy(WorkId id, LeaseToken token) {
    Held holder = held.get(id);
    return holder != null && holder.token.equals(token) ? holder : null;
  }

  LeaseStatus status(WorkId id) {
    Held holder = held.get(id);
    return holder == null ? LeaseStatus.RELEASED : holder.status;
  }

  // ---- what was answered

  /**
   * @param beatenAt when its holder beat last: a claim in a fence table is no beat of its session
   */
  void claimed(WorkId id, Lease lease, boolean fencesNeverBeginAnew, long beatenAt) {
    Held holder = held.get(id);
    require(
        holder == null || (holder.status == LeaseStatus.LEASED && isLost(holder)),
        id + " was claimed while somebody else held it");
    if (fencesNeverBeginAnew || holder != null) {
      require(lease.fence() > fences.getOrDefault(id, 0L), id + ": a fence that is not new");
    }
    fences.put(id, lease.fence());
    held.put(id, new Held(lease.token(), beatenAt));
  }

  void refused(WorkId id, LeaseStatus as) {
    require(status(id) == as, id + " is " + status(id) + ", and the answer to a claim was " + as);
  }

  /** A beat of a session or of a stamp. */
  void beaten(WorkId id, LeaseToken token, boolean renewed) {
    Held holder = heldBy(id, token);
    boolean isRenewable = holder != null && holder.status != LeaseStatus.DONE;
    require(renewed == isRenewable, id + ": renewed " + renewed + ", should be " + isRenewable);
    if (holder != null && renewed) {
      holder.beatenAt = nanos;
    }
  }

  void began(WorkId id, LeaseToken token, boolean begun) {
    Held holder = heldBy(id, token);
    boolean may = holder != null && holder.status != LeaseStatus.DONE;
    require(begun == may, id + ": commit begun " + begun + ", should be " + may);
    if (holder != null && begun) {
      holder.status = LeaseStatus.COMMITTING;
    }
  }

  void completed(WorkId id, LeaseToken token, boolean completed) {
    Held holder = heldBy(id, token);
    boolean may = holder != null && holder.status != LeaseStatus.DONE;
    require(completed == may, id + ": completed " + completed + ", should be " + may);
    if (holder != null && completed) {
      holder.status = LeaseStatus.DONE;
    }
  }

  void already(WorkId id, LeaseToken token) {
    Held holder = heldBy(id, token);
    require(holder != null && holder.status == LeaseStatus.DONE, id + " is not done by this token");
  }

  void released(WorkId id, LeaseToken token, boolean released) {
    Held holder = heldBy(id, token);
    boolean may = holder != null && holder.status == LeaseStatus.LEASED;
    require(released == may, id + ": released " + released + ", should be " + may);
    if (released) {
      held.remove(id);
    }
  }

  /**
   * Somebody else finished a commit.
   *
   * @param by the token that is done now
   * @param holderMustBeLost whether that takes a holder that is gone or silent
   */
  void replayed(WorkId id, LeaseToken by, boolean holderMustBeLost) {
    Held holder = held.get(id);
    require(
        holder != null && holder.status == LeaseStatus.COMMITTING,
        id + " was replayed and was not committing");
    require(!holderMustBeLost || isLost(holder), id + " was replayed before its holder was lost");
    Held done = new Held(by, nanos);
    done.status = LeaseStatus.DONE;
    held.put(id, done);
  }

  void expired(WorkId id) {
    Held holder = held.get(id);
    require(
        holder != null && holder.status == LeaseStatus.LEASED && isLost(holder),
        id + " was called expired");
  }

  /** Only a tombstone tells of it now, and that it tells what was true. */
  void retired(WorkId id) {
    LeaseStatus status = status(id);
    require(
        status == LeaseStatus.DONE || status == LeaseStatus.RELEASED,
        id + " was retired and is " + status);
  }

  /** The process that holds these tokens is no more. */
  void gone(Iterable<LeaseToken> tokens) {
    for (LeaseToken token : tokens) {
      held.values().stream()
          .filter(holder -> holder.token.equals(token))
          .forEach(holder -> holder.gone = true);
    }
  }

  /** A session that was lost must have been silent. */
  void lostItsSession(long lastBeat) {
    require(nanos - lastBeat >= graceNanos, "a session was lost that was not silent");
  }

  long nanos() {
    return nanos;
  }

  void read(WorkId id, Reading reading) {
    LeaseStatus expected = status(id);
    if (reading instanceof Reading.Present present) {
      LeaseRecord record = present.record();
      require(record.status() == expected, id + " reads as " + record + ", not " + expected);
      Held holder = held.get(id);
      require(holder == null || record.isHeldBy(holder.token), id + " reads with another's token");
    } else {
      require(
          reading instanceof Reading.Absent && expected == LeaseStatus.RELEASED,
          id + " reads as " + reading + ", not " + expected);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
