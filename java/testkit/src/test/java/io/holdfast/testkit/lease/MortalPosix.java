package io.holdfast.testkit.lease;

import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.InterceptingPosix;
import io.holdfast.testkit.sim.SimPosix;
import java.util.function.LongSupplier;

/** A process that is killed at one of its calls. */
final class MortalPosix extends InterceptingPosix {

  private final SimPosix process;
  private int callsLeft;

  /**
   * @param calls which of its calls is the one at which it dies, from 1
   */
  MortalPosix(SimPosix process, int calls) {
    super(process);
    this.process = process;
    this.callsLeft = calls;
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    if (--callsLeft == 0) {
      process.kill();
    }
    return proceed.getAsLong();
  }
}
