package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.Results;

/** A mistake that stands between a dispatcher and what it works with. */
interface DispatchFlaw {

  /** No mistake. */
  DispatchFlaw NONE = new DispatchFlaw() {};

  default Admission applyTo(Admission admission) {
    return admission;
  }

  default Results applyTo(Results results) {
    return results;
  }
}
