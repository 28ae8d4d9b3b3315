package io.holdfast.testkit.interleaving;

import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What really happened to one id: which fence was moved to which, as the storage saw it, and what
 * was acknowledged of that. Numbers go on for ever; each tombstone ends an era, and the next begins
 * with a number 0 of its own, behind which comes the number after the tombstone's.
 */
final class Truth {

  private final String id;
  private final TreeMap<Long, String> won = new TreeMap<>();
  private final TreeMap<Long, String> acknowledged = new TreeMap<>();
  private final TreeMap<Long, LeaseStatus> promised = new TreeMap<>();
  private final TreeMap<Long, Long> since = new TreeMap<>();
  private final TreeMap<Long, String> beginnings = new TreeMap<>();
  private long floor;

  Truth(String id) {
    this.id = id;
  }

  /**
   * The origin of an era was linked to a fence of number 0; of an era that is over it is a ghost.
   */
  void began(String nonce, long era) {
    if (era > floor) {
      throw new Violation(id + " began behind number " + era + ", of which no tombstone tells");
    }
    if (era == floor && beginnings.put(era, nonce) != null) {
      throw new Violation(id + " began twice");
    }
  }

  /** A tombstone came into being, or was found when the server came up. */
  void retired(long number) {
    if (number <= floor) {
      return;
    }
    if (won.isEmpty() || won.lastKey() != number) {
      throw new Violation(id + ": number " + number + " was retired and is not the last");
    }
    floor = number;
  }

  /**
   * A fence was moved.
   *
   * @param moment grows with every move on the storage
   */
  void moved(Fence from, Fence to, long moment) {
    boolean begins = from.number() == 0;
    String genuine = begins ? beginnings.get(floor) : won.get(from.number());
    if (!from.nonce().equals(genuine)) {
      return;
    }
    if (!begins && from.number() <= floor) {
      throw new Violation(id + ": a fence moved on from the retired number " + from.number());
    }
    String before = won.put(to.number(), to.nonce());
    if (before != null && !before.equals(to.nonce())) {
      throw new Violation(id + ": number " + to.number() + " was won twice");
    }
    if (to.number() != (begins ? floor : from.number()) + 1) {
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

  /**
   * All clients died and what was not durable may be gone: the highest genuine fence is this.
   *
   * @param kept the number of the last tombstone that is left, or 0
   */
  void cutTo(@Nullable Fence top, long kept) {
    floor = kept;
    beginnings.tailMap(kept, false).clear();
    boolean begins = top != null && top.number() == 0;
    long highest = top == null || begins ? floor : top.number();
    String known = begins ? beginnings.get(floor) : won.get(highest);
    if (top != null && !top.nonce().equals(known)) {
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
    if (top == null) {
      beginnings.remove(floor);
    }
  }

  /** Compares with what a fresh client reads. */
  void require(@Nullable LeaseRecord read) {
    if (read == null) {
      boolean promisesNothing =
          promised.isEmpty() || promised.lastEntry().getValue() == LeaseStatus.LEASED;
      if (!acknowledged.isEmpty() && (floor < acknowledged.lastKey() || !promisesNothing)) {
        throw new Violation(id + ": reads as absent after an acknowledgement");
      }
      return;
    }
    long number = read.fence() == 0 ? floor : read.fence();
    if (!acknowledged.isEmpty() && number < acknowledged.lastKey()) {
      throw new Violation(
          id
              + ": reads as number "
              + number
              + " after an acknowledgement of "
              + acknowledged.lastKey());
    }
    for (Map.Entry<Long, LeaseStatus> promise : promised.entrySet()) {
      long behind = read.fence() - promise.getKey();
      boolean isLast = behind == 0 || (behind == 1 && isRetired(read));
      if (promise.getValue() == LeaseStatus.DONE
          && (read.status() != LeaseStatus.DONE || !isLast)) {
        throw new Violation(id + ": was done, and is " + read.status());
      }
      if (promise.getValue() == LeaseStatus.COMMITTING
          && read.status() != LeaseStatus.DONE
          && read.status() != LeaseStatus.COMMITTING) {
        throw new Violation(id + ": was committing, and is " + read.status());
      }
    }
  }

  /** A record of the last transition, or what a tombstone keeps of it. */
  private static boolean isRetired(LeaseRecord read) {
    return read.isRetired() || read.fields().get("retiring").isPresent();
  }
}
