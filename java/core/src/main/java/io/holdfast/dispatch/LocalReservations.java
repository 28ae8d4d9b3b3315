package io.holdfast.dispatch;

import io.holdfast.lease.WorkId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps the schedulers of one process from taking up the same work: all targets of a job, and the
 * job itself, are reserved before anybody else is asked. Costs no call of the system.
 *
 * <p>A reservation is held until it is released. One whose deadline has passed is over as soon as
 * somebody else needs any of its keys: all of it is, and its owner's late release frees nothing
 * that is another's by then.
 *
 * <p>Any thread may call. Times are of one clock, that of the schedulers.
 */
public final class LocalReservations {

  private final Map<WorkId, Reservation> holders = new HashMap<>();

  /** Begins with nothing reserved. */
  public LocalReservations() {}

  /** What one job holds. Its identity is the proof. */
  public static final class Reservation {

    private final Set<WorkId> keys;
    private long deadlineNanos;

    private Reservation(Set<WorkId> keys, long deadlineNanos) {
      this.keys = keys;
      this.deadlineNanos = deadlineNanos;
    }

    private boolean isOver(long nowNanos) {
      return nowNanos - deadlineNanos >= 0;
    }
  }

  /**
   * Reserves the targets of a job and the exact work, all of them or nothing.
   *
   * @param deadlineNanos from then on others may have them
   * @return empty when another reservation that is not over has any of them
   */
  public synchronized Optional<Reservation> reserve(Job job, long deadlineNanos, long nowNanos) {
    Reservation fresh = new Reservation(keysOf(job), deadlineNanos);
    if (!makeRoom(fresh.keys, fresh, nowNanos)) {
      return Optional.empty();
    }
    take(fresh, fresh.keys);
    return Optional.of(fresh);
  }

  /**
   * Adds what a hint has made of a job to what is reserved for it, all of it or nothing.
   *
   * @return false when the reservation is not held any more, or another has any of the keys
   */
  public synchronized boolean widen(Reservation reservation, Job hinted, long nowNanos) {
    Set<WorkId> more = keysOf(hinted);
    if (!isHeld(reservation) || !makeRoom(more, reservation, nowNanos)) {
      return false;
    }
    reservation.keys.addAll(more);
    take(reservation, more);
    return true;
  }

  /** Moves the deadline. @return false when the reservation is not held any more */
  public synchronized boolean extend(Reservation reservation, long deadlineNanos) {
    if (!isHeld(reservation)) {
      return false;
    }
    reservation.deadlineNanos = deadlineNanos;
    return true;
  }

  /** Lets go of what is still this reservation's; any number of times. */
  public synchronized void release(Reservation reservation) {
    reservation.keys.forEach(key -> holders.remove(key, reservation));
  }

  /** How many keys are reserved, those of reservations that are over included. */
  public synchronized int size() {
    return holders.size();
  }

  private boolean isHeld(Reservation reservation) {
    return reservation.keys.stream().allMatch(key -> holders.get(key) == reservation);
  }

  private boolean makeRoom(Collection<WorkId> keys, Reservation forWhom, long nowNanos) {
    Set<Reservation> others = new HashSet<>();
    for (WorkId key : keys) {
      Reservation holder = holders.get(key);
      if (holder != null && holder != forWhom) {
        others.add(holder);
      }
    }
    if (!others.stream().allMatch(other -> other.isOver(nowNanos))) {
      return false;
    }
    others.forEach(this::release);
    return true;
  }

  private void take(Reservation reservation, Collection<WorkId> keys) {
    keys.forEach(key -> holders.put(key, reservation));
  }

  private static Set<WorkId> keysOf(Job job) {
    Set<WorkId> keys = new TreeSet<>();
    job.contract().group().ifPresent(group -> keys.addAll(group.byId().keySet()));
    keys.add(job.id());
    return keys;
  }
}
