package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Selector;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The four lanes are selectors. */
class LaneContractTest {

  private abstract static class OfKind extends SelectorContract {

    private final LaneUnderTest.Kind kind;

    OfKind(LaneUnderTest.Kind kind) {
      this.kind = kind;
    }

    @Override
    protected Selector newLane(List<Job> jobs) {
      LaneUnderTest lane = kind.make(Cooldown.NONE);
      for (int i = 0; i < jobs.size(); i++) {
        lane.add("job-" + i, jobs.get(i));
      }
      return lane.selector();
    }
  }

  @Nested
  class OfPrefixQueue extends OfKind {
    OfPrefixQueue() {
      super(LaneUnderTest.Kind.PREFIX);
    }
  }

  @Nested
  class OfTargetRanking extends OfKind {
    OfTargetRanking() {
      super(LaneUnderTest.Kind.RANKING);
    }
  }

  @Nested
  class OfConcurrencyLane extends OfKind {
    OfConcurrencyLane() {
      super(LaneUnderTest.Kind.CONCURRENCY);
    }
  }

  @Nested
  class OfReplayFallback extends OfKind {
    OfReplayFallback() {
      super(LaneUnderTest.Kind.REPLAY);
    }
  }
}
