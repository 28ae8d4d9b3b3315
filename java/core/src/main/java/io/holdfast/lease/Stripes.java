package io.holdfast.lease;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the threads of one process from racing for the same id, which would be right and waste
 * work. Stripes are taken in one order, so that no two threads wait for each other.
 */
final class Stripes {

  private static final int COUNT = 256;

  private final List<ReentrantLock> locks = new ArrayList<>();

  Stripes() {
    for (int i = 0; i < COUNT; i++) {
      locks.add(new ReentrantLock());
    }
  }

  /** Waits for the stripes of some ids. */
  Held hold(Collection<WorkId> ids) {
    TreeSet<Integer> stripes = new TreeSet<>();
    ids.forEach(id -> stripes.add(id.shard(COUNT)));
    stripes.forEach(stripe -> locks.get(stripe).lock());
    return () -> stripes.forEach(stripe -> locks.get(stripe).unlock());
  }

  /** Stripes that are held by this thread until closed. */
  @FunctionalInterface
  interface Held extends AutoCloseable {

    @Override
    void close();
  }
}
