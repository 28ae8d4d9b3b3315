package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Results;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;

/** Mistakes of a coordinator, each of which a {@link DispatchModelRun} must notice. */
enum DispatchMutant implements DispatchFlaw {
  /** A conflict counts as a grant. */
  IGNORES_CONFLICTS,
  /** Targets are told as given up and are not. */
  KEEPS_WHAT_IT_GIVES_UP,
  /** A result is learnt from before it is completed. */
  LEARNS_BEFORE_THE_END,
  /** A result is completed that was not published. */
  PUBLISHES_NOTHING;

  private static final LeaseToken MADE_UP = new LeaseToken("made-up");

  @Override
  public Admission applyTo(Admission admission) {
    return new ForwardingAdmission(admission) {
      @Override
      public Answer admit(TargetGroup group, Job job) throws Exception {
        Answer answer = super.admit(group, job);
        return DispatchMutant.this == IGNORES_CONFLICTS && answer instanceof Answer.Conflict
            ? new Answer.Granted(MADE_UP)
            : answer;
      }

      @Override
      public boolean withdraw(TargetGroup group, LeaseToken token) throws Exception {
        return DispatchMutant.this == KEEPS_WHAT_IT_GIVES_UP || super.withdraw(group, token);
      }
    };
  }

  @Override
  public Results applyTo(Results results) {
    return new Results() {
      @Override
      public void publish(Lease lease, JsonObject manifest) throws Exception {
        if (DispatchMutant.this != PUBLISHES_NOTHING) {
          results.publish(lease, manifest);
        }
        if (DispatchMutant.this == LEARNS_BEFORE_THE_END) {
          results.digest(lease.record().payload(), manifest);
        }
      }

      @Override
      public void digest(JsonObject payload, JsonObject manifest) {
        results.digest(payload, manifest);
      }
    };
  }
}
