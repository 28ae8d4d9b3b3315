package io.holdfast.lease;

import io.holdfast.clock.NanoClock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Calls a keeper's {@link LeaseKeeper#doWork} from a thread of its own, which is a daemon, has a
 * name and ends with {@link #close}. Interrupting it does nothing.
 */
public final class LeaseKeeperRunner implements AutoCloseable {

  private final LeaseKeeper<?, ?> keeper;
  private final NanoClock clock;
  private final Consumer<RuntimeException> onError;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closing = lock.newCondition();
  private final Thread thread;
  private boolean closed;

  private LeaseKeeperRunner(
      LeaseKeeper<?, ?> keeper, NanoClock clock, String name, Consumer<RuntimeException> onError) {
    this.keeper = keeper;
    this.clock = clock;
    this.onError = onError;
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  /**
   * Starts the thread.
   *
   * @param clock as {@link LeaseClocks#boot}
   * @param onError told of what a listener has thrown; the thread goes on
   */
  public static LeaseKeeperRunner start(
      LeaseKeeper<?, ?> keeper, NanoClock clock, String name, Consumer<RuntimeException> onError) {
    LeaseKeeperRunner runner = new LeaseKeeperRunner(keeper, clock, name, onError);
    runner.thread.start();
    return runner;
  }

  private void run() {
    do {
      try {
        keeper.doWork(clock.nanoTime());
      } catch (RuntimeException e) {
        onError.accept(e);
      }
    } while (!isClosedAfter(keeper.nanosUntilDue(clock.nanoTime())));
  }

  private boolean isClosedAfter(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (!closed && left > 0) {
        left = closing.awaitNanos(left);
      }
      return closed;
    } catch (InterruptedException e) {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the thread and waits until it has ended, a beat under way included; a listener does not
   * wait for itself. Once.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      closing.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive() && Thread.currentThread() != thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
