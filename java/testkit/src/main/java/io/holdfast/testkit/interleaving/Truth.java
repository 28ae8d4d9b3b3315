package io.holdfast.testkit.interleaving;

import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What really happened to one id: which fence was moved to which, as the storage saw it, and what
 * was acknowledged of that.
 */
final class Truth {

  private final String id;
  private final TreeMap<Long, String> won = new TreeMap<>();
  private final TreeMap<Long, String> acknowledged = new TreeMap<>();
  private final TreeMap<Long, LeaseStatus> promised = new TreeMap<>();
  private final TreeMap<Long, Long> since = new TreeMap<>();
  private @Nullable String origin;

  Truth(String id) {
    this.id = id;
  }

  /** The origin was linked to a fence of number 0. */
  void began(String nonce) {
    if (origin != null) {
      throw new Violation(id + " began twice");
    }
    origin = nonce;
    won.put(0L, nonce);
  }

  /**
   * A fence was moved.
   *
   * @param moment grows with every move on the storage
   */
  void moved(Fence from, Fence to, long moment) {
    if (!from.nonce().equals(won.get(from.number()))) {
      return;
    }
    String before = won.put(to.number(), to.nonce());
    if (before != null && !before.equals(to.nonce())) {
      throw new Violation(id + ": number " + to.number() + " was won twice");
    }
    if (to.number() != from.number() + 1) {
      throw new Violation(id + ": a fence moved from " + from.number() + " to " + to.number());
    }
    since.putIfAbsent(to.number(), moment);
  }

  /** A client was told that it has made this record. */
  void acknowledged(LeaseRecord record, String nonce) {
    long number = record.fence();
    if (!nonce.equals(won.get(number))) {
      throw new Violation(id + ": number " + number + " was acknowledged and never won");
    }
    String before = acknowledged.put(number, nonce);
    if (before != null && !before.equals(nonce)) {
      throw new Violation(id + ": number " + number + " was acknowledged twice");
    }
    promised.put(number, record.status());
  }

  /** The moment at which a number was won. */
  long began(long number) {
    return since.getOrDefault(number, Long.MAX_VALUE);
  }

  /** The moment at which it was followed by another. */
  long ended(long number) {
    return since.getOrDefault(number + 1, Long.MAX_VALUE);
  }

  /** All clients died and what was not durable may be gone: the highest genuine fence is this. */
  void cutTo(@Nullable Fence top) {
    long highest = top == null ? -1 : top.number();
    if (top != null && !top.nonce().equals(won.get(highest))) {
      throw new Violation(id + ": a fence " + highest + " stands that was never won");
    }
    if (!acknowledged.isEmpty() && acknowledged.lastKey() > highest) {
      throw new Violation(
          id
              + ": number "
              + acknowledged.lastKey()
              + " was acknowledged, and after a power cut "
              + highest
              + " is the highest");
    }
    won.tailMap(highest, false).clear();
    since.tailMap(highest, false).clear();
    if (highest < 0) {
      origin = null;
    }
  }

  /** Compares with what a fresh client reads. */
  void require(@Nullable LeaseRecord read) {
    if (read == null) {
      if (!acknowledged.isEmpty()) {
        throw new Violation(id + ": reads as absent after an acknowledgement");
      }
      return;
    }
    if (!acknowledged.isEmpty() && read.fence() < acknowledged.lastKey()) {
      throw new Violation(
          id
              + ": reads as number "
              + read.fence()
              + " after an acknowledgement of "
              + acknowledged.lastKey());
    }
    for (Map.Entry<Long, LeaseStatus> promise : promised.entrySet()) {
      if (promise.getValue() == LeaseStatus.DONE
          && (read.status() != LeaseStatus.DONE || read.fence() != promise.getKey())) {
        throw new Violation(id + ": was done, and is " + read.status());
      }
      if (promise.getValue() == LeaseStatus.COMMITTING
          && read.status() != LeaseStatus.DONE
          && read.status() != LeaseStatus.COMMITTING) {
        throw new Violation(id + ": was committing, and is " + read.status());
      }
    }
  }
}
