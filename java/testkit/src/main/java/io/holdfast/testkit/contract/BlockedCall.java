package io.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/** A call that blocks in a thread of its own until {@link #release} lets it go. */
final class BlockedCall {

  private final AtomicBoolean released = new AtomicBoolean();
  private final CountDownLatch calling = new CountDownLatch(1);
  private final Thread thread;
  private volatile int result = Integer.MIN_VALUE;
  private volatile boolean cameBackTooEarly;
  private volatile boolean interrupted;

  private BlockedCall(IntSupplier call) {
    thread = new Thread(() -> run(call), "blocked call");
    thread.setDaemon(true);
  }

  /** Starts the call and comes back when its thread is about to make it. */
  static BlockedCall start(IntSupplier call) {
    BlockedCall blocked = new BlockedCall(call);
    blocked.thread.start();
    await(blocked.calling);
    return blocked;
  }

  private void run(IntSupplier call) {
    calling.countDown();
    int answer = call.getAsInt();
    cameBackTooEarly = !released.get();
    interrupted = Thread.currentThread().isInterrupted();
    result = answer;
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Does what lets the call go. */
  void release(IntSupplier releasing) {
    released.set(true);
    assertThat(releasing.getAsInt()).isZero();
  }

  /** Waits for the call's answer; it must have come after the release. */
  int result() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(cameBackTooEarly).as("came back before the release").isFalse();
    return result;
  }

  /** Whether the thread's interrupt status was still set when the call had answered. */
  boolean wasInterrupted() {
    return interrupted;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
