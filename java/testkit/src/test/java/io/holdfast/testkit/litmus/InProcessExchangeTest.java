package io.holdfast.testkit.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.InProcessExchange;
import java.util.List;

class InProcessExchangeTest extends ExchangeContract {

  @Override
  protected List<Exchange> newGroup(int members) {
    return List.copyOf(InProcessExchange.group(members, clock()));
  }

  @Override
  protected NanoClock clock() {
    return System::nanoTime;
  }
}
