package io.holdfast.testkit.litmus;

import io.holdfast.litmus.cluster.Act;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Observation;
import java.util.function.Supplier;

/** A hand between whose acts something happens, or which sees something else. */
public final class TamperedHand implements Hand {

  private final Hand inner;
  private final Tampering tampering;

  /** What happens at an act. */
  @FunctionalInterface
  public interface Tampering {

    /**
     * What is seen in the end.
     *
     * @param real does the act
     */
    Observation at(Act act, Supplier<Observation> real);
  }

  public TamperedHand(Hand inner, Tampering tampering) {
    this.inner = inner;
    this.tampering = tampering;
  }

  @Override
  public Observation perform(Act act, long deadlineNanos) {
    return tampering.at(act, () -> inner.perform(act, deadlineNanos));
  }

  @Override
  public void close() {
    inner.close();
  }
}
