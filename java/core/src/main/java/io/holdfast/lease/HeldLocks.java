package io.holdfast.lease;

import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The update locks of several records, taken in the order of their ids under one deadline, let go
 * in the reverse order. One thread.
 */
final class HeldLocks implements AutoCloseable {

  private final LeaseClocks clocks;
  private final Nonces nonces;
  private final Map<WorkId, UpdateLock.Held> held = new LinkedHashMap<>();
  private long oldestNanos;

  /**
   * @param nonces make the pauses of those who wait for one lock differ
   */
  HeldLocks(LeaseClocks clocks, Nonces nonces) {
    this.clocks = clocks;
    this.nonces = nonces;
  }

  /**
   * Takes them all, or as many as there are before the first that stays busy until the deadline.
   * One that is free is taken after the deadline as well.
   *
   * @param files the directory of each id
   * @return the id whose lock others have; empty when all are held
   */
  Optional<WorkId> take(UpdateLock lock, Map<WorkId, ShardFiles> files, long deadline)
      throws PosixException {
    for (Map.Entry<WorkId, ShardFiles> entry : new TreeMap<>(files).entrySet()) {
      LockWaitEvent event = LockWaitEvent.begun();
      try {
        if (!take(lock, entry.getKey(), entry.getValue(), deadline, event)) {
          return Optional.of(entry.getKey());
        }
      } finally {
        event.tell(entry.getKey(), lock.protocol());
      }
    }
    return Optional.empty();
  }

  /** Takes one of them. @return whether it was had before the deadline */
  private boolean take(
      UpdateLock lock, WorkId id, ShardFiles files, long deadline, LockWaitEvent event)
      throws PosixException {
    Waiting waiting = new Waiting(clocks, deadline, nonces::fraction);
    do {
      long asked = clocks.boot().nanoTime();
      Optional<UpdateLock.Held> one = lock.tryTake(files, id);
      if (event.tried(one.isPresent())) {
        oldestNanos = held.isEmpty() ? asked : oldestNanos;
        held.put(id, one.orElseThrow());
        return true;
      }
    } while (waiting.again());
    return false;
  }

  /** Whose lock is held longest; one must be held. */
  WorkId first() {
    return held.keySet().iterator().next();
  }

  /**
   * Whether the locks can still be trusted: a storage that thinks its client dead gives them to
   * others, and this client is the last to learn of it.
   *
   * @param trustNanos for how long after the first that is held was asked for
   */
  boolean areTrusted(long trustNanos) {
    return held.isEmpty() || clocks.boot().nanoTime() - oldestNanos < trustNanos;
  }

  @Override
  public void close() {
    List<UpdateLock.Held> locks = new ArrayList<>(held.values());
    Collections.reverse(locks);
    locks.forEach(UpdateLock.Held::release);
    held.clear();
  }
}
