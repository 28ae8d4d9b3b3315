package io.holdfast.cli;

import java.util.concurrent.Callable;

/**
 * Something that is still done when a signal ends the process (SIGINT, SIGTERM, SIGHUP), for at
 * most {@value #PATIENCE_MILLIS} ms. The JVM then ends with 128 + the signal's number.
 */
final class OnSignal {

  private static final long PATIENCE_MILLIS = 10_000;

  private OnSignal() {}

  /**
   * Does some work.
   *
   * @param last done when a signal comes meanwhile, by a thread of its own, beside whatever the
   *     work is in the middle of
   */
  static <T> T with(Runnable last, Callable<T> work) throws Exception {
    Thread hook = new Thread(() -> boundedly(last), "on-signal");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.call();
    } finally {
      remove(hook);
    }
  }

  private static void remove(Thread hook) {
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
