package io.holdfast.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the barriers of a batch beside each other, a bounded number at a time, on the caller's
 * executor or on threads of its own that end with it.
 *
 * <p>The calling thread always takes part, so a busy executor delays nothing for ever.
 */
final class FanOut implements AutoCloseable {

  private static final long IDLE_SECONDS = 10;

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

  /**
   * At most {@code width - 1} daemon threads named {@code holdfast-barrier-N}, made when needed.
   */
  static FanOut owned(int width) {
    AtomicInteger number = new AtomicInteger();
    int threads = Math.max(1, width - 1);
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

  /** Runs every task once and returns when all have ended. A task reports through its own state. */
  void run(List<? extends Runnable> tasks) {
    if (tasks.size() <= 1 || width <= 1) {
      tasks.forEach(Runnable::run);
      return;
    }
    AtomicInteger next = new AtomicInteger();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
            tasks.get(i).run();
          }
        };
    List<Helper> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(width, tasks.size()); i++) {
      Helper helper = new Helper(worker);
      helpers.add(helper);
      executor.execute(helper);
    }
    worker.run();
    helpers.forEach(Helper::awaitOrCancel);
  }

  @Override
  public void close() {
    if (owned != null) {
      owned.shutdown();
    }
  }

  /** A share of the work that may never get a thread: then it is cancelled, not waited for. */
  private static final class Helper implements Runnable {

    private final Runnable work;
    private boolean running;
    private boolean over;

    Helper(Runnable work) {
      this.work = work;
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
        work.run();
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
