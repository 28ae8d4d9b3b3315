package io.holdfast.testkit.litmus;

import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.litmus.cluster.NameField;
import java.util.function.UnaryOperator;

/** Hands each of which a test puts something around. */
public final class TamperedHands implements Hands {

  private final Hands inner;
  private final UnaryOperator<Hand> around;

  public TamperedHands(Hands inner, UnaryOperator<Hand> around) {
    this.inner = inner;
    this.around = around;
  }

  @Override
  public Hand forLock(LockObject object) {
    return around.apply(inner.forLock(object));
  }

  @Override
  public Hand forNames(NameField field, int rank) {
    return around.apply(inner.forNames(field, rank));
  }
}
