package io.holdfast.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs the barriers of a batch beside each other, a bounded number at a time, on the caller's
 * executor or on threads of its own that end with it.
 *
 * <p>The calling thread always takes part, so a busy executor, and one that refuses, delays nothing
 * for ever. Interruption is not looked at and stays set.
 */
final class FanOut implements AutoCloseable {

  /** Most threads of its own. */
  static final int OWN_THREAD_LIMIT = 8;

  private static final long IDLE_SECONDS = 10;
  private static final long CLOSE_SECONDS = 5;

  private final Executor executor;
  private final @Nullable ExecutorService owned;
  private final int width;

  private FanOut(Executor executor, @Nullable ExecutorService owned, int width) {
    this.executor = executor;
    this.owned = owned;
    this.width = width;
  }

  static FanOut on(Executor executor, int width) {
    return new FanOut(executor, null, width);
  }

  /** Daemon threads named {@code holdfast-barrier-N}, made when needed, ended when idle. */
  static FanOut owned(int width) {
    AtomicInteger number = new AtomicInteger();
    int threads = Math.min(Math.max(1, width - 1), OWN_THREAD_LIMIT);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "holdfast-barrier-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return new FanOut(pool, pool, width);
  }

  /**
   * Runs every task once and returns when all have ended. A task reports through its own state; one
   * that throws keeps none of the others from running, and what it threw is thrown here.
   */
  void run(List<? extends Runnable> tasks) {
    Round round = new Round(tasks);
    List<Share> shares = new ArrayList<>();
    for (int i = 1; i < Math.min(width, tasks.size()); i++) {
      Share share = new Share(round);
      try {
        executor.execute(share);
        shares.add(share);
      } catch (RejectedExecutionException e) {
        break;
      }
    }
    round.work();
    shares.forEach(Share::awaitOrCancel);
    round.rethrow();
  }

  /** Ends the threads of its own; waits a bounded time for those that are in a barrier. */
  @Override
  public void close() {
    if (owned == null) {
      return;
    }
    owned.shutdown();
    try {
      owned.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tasks that several threads take one after the other. */
  private static final class Round {

    private final List<? extends Runnable> tasks;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

    Round(List<? extends Runnable> tasks) {
      this.tasks = tasks;
    }

    void work() {
      for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
        try {
          tasks.get(i).run();
        } catch (RuntimeException | Error e) {
          thrown.compareAndSet(null, e);
        }
      }
    }

    void rethrow() {
      Throwable first = thrown.get();
      if (first instanceof Error error) {
        throw error;
      }
      if (first != null) {
        throw (RuntimeException) first;
      }
    }
  }

  /** A share of the work that may never get a thread: then it is cancelled, not waited for. */
  private static final class Share implements Runnable {

    private final Round round;
    private boolean running;
    private boolean over;

    Share(Round round) {
      this.round = round;
    }

    @Override
    public void run() {
      synchronized (this) {
        if (over) {
          return;
        }
        running = true;
      }
      try {
        round.work();
      } finally {
        synchronized (this) {
          over = true;
          notifyAll();
        }
      }
    }

    synchronized void awaitOrCancel() {
      boolean interrupted = false;
      while (running && !over) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      over = true;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
