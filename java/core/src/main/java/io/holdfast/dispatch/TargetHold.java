package io.holdfast.dispatch;

import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;
import java.util.Optional;

/** The lease of a job's targets. */
record TargetHold(TargetGroup group, LeaseToken token) {

  /** Those of a pending job; empty when it names none. */
  static Optional<TargetHold> of(Admitted admitted) {
    return admitted
        .targetToken()
        .map(token -> new TargetHold(admitted.job().contract().group().orElseThrow(), token));
  }
}
