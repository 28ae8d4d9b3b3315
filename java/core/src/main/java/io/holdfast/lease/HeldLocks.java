package io.holdfast.lease;

import io.holdfast.posix.PosixException;
import java.util.ArrayList;
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
  private final List<UpdateLock.Held> held = new ArrayList<>();
  private long oldestNanos;

  HeldLocks(LeaseClocks clocks) {
    this.clocks = clocks;
  }

  /**
   * Takes them all, or as many as there are before the first that stays busy until the deadline.
   *
   * @param files the directory of each id
   * @return whether all are held
   */
  boolean take(UpdateLock lock, Map<WorkId, ShardFiles> files, long deadline)
      throws PosixException {
    for (Map.Entry<WorkId, ShardFiles> entry : new TreeMap<>(files).entrySet()) {
      Waiting waiting = new Waiting(clocks, deadline);
      for (; ; ) {
        long asked = clocks.boot().nanoTime();
        Optional<UpdateLock.Held> one = lock.tryTake(entry.getValue(), entry.getKey());
        if (one.isPresent()) {
          oldestNanos = held.isEmpty() ? asked : oldestNanos;
          held.add(one.get());
          break;
        }
        if (!waiting.again()) {
          return false;
        }
      }
    }
    return true;
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
    for (int i = held.size() - 1; i >= 0; i--) {
      held.get(i).release();
    }
    held.clear();
  }
}
