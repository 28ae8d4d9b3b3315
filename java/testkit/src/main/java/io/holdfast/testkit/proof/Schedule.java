package io.holdfast.testkit.proof;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.SteppedPosix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Lets threads go through a {@link Posix} one at a time, in an order that a seed chooses. A call
 * has two steps, being done and being answered: others may come between.
 *
 * <p>Threads may wait for each other by monitors; whoever waits so is passed over until it is
 * woken. The order is the same in every run as long as those that are woken together do not
 * compete.
 */
final class Schedule {

  private static final long LOOK_AGAIN_MILLIS = 1;

  private final SplittableRandom random;
  private final List<Worker> workers = new ArrayList<>();
  private @Nullable Worker granted;

  Schedule(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Stands in front of a Posix; every thread that uses it must have been started here. */
  Posix gate(Posix posix) {
    return new SteppedPosix(posix, this::pass);
  }

  /** Starts a thread; it runs when {@link #run} lets it. */
  void start(Runnable work) {
    Worker worker = new Worker(work);
    synchronized (this) {
      workers.add(worker);
    }
    worker.start();
  }

  /**
   * Drives until every thread has ended.
   *
   * @param beforeStep runs while every thread stands still
   * @throws AssertionError a thread threw, or all of them wait for each other
   */
  void run(Runnable beforeStep) {
    for (; ; ) {
      List<Worker> ready = settle();
      beforeStep.run();
      if (ready.isEmpty()) {
        requireEnded();
        return;
      }
      grant(ready.get(random.nextInt(ready.size())));
    }
  }

  private void pass() {
    if (!(Thread.currentThread() instanceof Worker worker)) {
      throw new IllegalStateException("a thread that nobody scheduled: " + Thread.currentThread());
    }
    synchronized (this) {
      worker.atGate = true;
      notifyAll();
      boolean interrupted = false;
      while (granted != worker) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      granted = null;
      worker.atGate = false;
      if (interrupted) {
        worker.interrupt();
      }
    }
  }

  private synchronized void grant(Worker worker) {
    granted = worker;
    notifyAll();
  }

  /**
   * Waits until every thread stands at the gate, waits for another one, or has ended. A thread that
   * begins to wait for another one tells nobody, so it is looked at from time to time.
   */
  private synchronized List<Worker> settle() {
    boolean interrupted = false;
    while (granted != null || !workers.stream().allMatch(Worker::standsStill)) {
      try {
        wait(LOOK_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return workers.stream().filter(worker -> worker.atGate).toList();
  }

  private synchronized void requireEnded() {
    for (Worker worker : workers) {
      if (worker.thrown != null) {
        throw new AssertionError("a workload's thread threw", worker.thrown);
      }
      if (worker.isAlive() && worker.getState() != Thread.State.TERMINATED) {
        throw new AssertionError("all threads wait for each other: " + worker.describeStack());
      }
    }
  }

  private final class Worker extends Thread {

    private final Runnable work;
    private boolean atGate;
    private volatile @Nullable Throwable thrown;

    Worker(Runnable work) {
      this.work = work;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        pass();
        work.run();
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
    }

    /** Asked with the schedule's monitor held. */
    boolean standsStill() {
      State state = getState();
      return atGate || state == State.WAITING || state == State.TERMINATED;
    }

    String describeStack() {
      return Arrays.toString(getStackTrace());
    }
  }
}
