package io.holdfast.cli;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Something that is still done when a signal ends the process (SIGINT, SIGTERM, SIGHUP), for at
 * most {@value #PATIENCE_MILLIS} ms. The JVM then ends with 128 + the signal's number.
 */
final class OnSignal {

  private static final long PATIENCE_MILLIS = 10_000;

  private final Thread hook;

  /** Work that can be asked to end. */
  @FunctionalInterface
  interface Endable<T> {

    /**
     * Works.
     *
     * @param ending whether it is to end soon, in good order
     */
    T run(BooleanSupplier ending) throws Exception;
  }

  private OnSignal(Thread hook) {
    this.hook = hook;
  }

  /**
   * Works; a signal asks the work to end, and waits for it.
   *
   * @throws CommandFailure the work was given up in {@link #goOn}
   */
  static <T> T during(Endable<T> work) throws Exception {
    AtomicBoolean ending = new AtomicBoolean();
    CountDownLatch over = new CountDownLatch(1);
    OnSignal signal =
        run(
            () -> {
              ending.set(true);
              await(over);
            });
    try {
      return work.run(ending::get);
    } catch (CancellationException e) {
      throw CommandFailure.told("ended by a signal");
    } finally {
      over.countDown();
      signal.forget();
    }
  }

  /** Between two steps of work that can be given up there: it removes what it has made. */
  static void goOn(BooleanSupplier ending) {
    if (ending.getAsBoolean()) {
      throw new CancellationException();
    }
  }

  private static void await(CountDownLatch over) {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * From now on, until it is forgotten.
   *
   * @param last runs in a thread of its own, beside whatever the others are in the middle of
   */
  static OnSignal run(Runnable last) {
    Thread hook = new Thread(() -> boundedly(last), "on-signal");
    Runtime.getRuntime().addShutdownHook(hook);
    return new OnSignal(hook);
  }

  /** Nothing is to be done any more, unless a signal was first. */
  void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return;
    }
  }

  /** Storage that does not answer must not keep the process. */
  private static void boundedly(Runnable last) {
    Thread worker = new Thread(last, "on-signal-worker");
    worker.setDaemon(true);
    worker.start();
    try {
      worker.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
