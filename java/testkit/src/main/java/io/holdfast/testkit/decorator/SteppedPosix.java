package io.holdfast.testkit.decorator;

import io.holdfast.posix.Posix;
import java.util.function.LongSupplier;

/**
 * Runs a step before each call is made and again before its answer is told, on the caller's thread:
 * where a schedule lets others go first.
 */
public final class SteppedPosix extends InterceptingPosix {

  private final Runnable step;

  /**
   * Stands in front of a Posix.
   *
   * @param step may block
   */
  public SteppedPosix(Posix delegate, Runnable step) {
    super(delegate);
    this.step = step;
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    step.run();
    long result = proceed.getAsLong();
    step.run();
    return result;
  }
}
