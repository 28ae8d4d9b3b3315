package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Claimed;
import io.holdfast.dispatch.Rejected;
import io.holdfast.dispatch.Released;
import io.holdfast.dispatch.StepListener;
import java.util.ArrayList;
import java.util.List;

/** Notes what a listener is told, in order. */
final class NotedRows implements StepListener {

  private final List<Claimed> claimed = new ArrayList<>();
  private final List<Rejected> rejected = new ArrayList<>();
  private final List<Released> released = new ArrayList<>();
  private final List<Step> took = new ArrayList<>();

  List<Claimed> claimed() {
    return claimed;
  }

  List<Rejected> rejected() {
    return rejected;
  }

  List<Released> released() {
    return released;
  }

  /** How many rows have ended. */
  int ended() {
    return rejected.size() + released.size();
  }

  List<Step> steps() {
    return took;
  }

  @Override
  public void took(Step step, long nanos) {
    took.add(step);
  }

  @Override
  public void claimed(Claimed row) {
    claimed.add(row);
  }

  @Override
  public void rejected(Rejected row) {
    rejected.add(row);
  }

  @Override
  public void released(Released row) {
    released.add(row);
  }
}
