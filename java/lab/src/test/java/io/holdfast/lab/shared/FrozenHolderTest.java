package io.holdfast.lab.shared;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A coordinator whose kernel stood still at any step of a transition, for longer than its lease and
 * its mount's, harms nobody when it wakes, where fences move; where records are locked it can.
 */
@Tag("litmus-full")
class FrozenHolderTest {

  private static final long LIMIT_SECONDS = 400;

  @Test
  void aLateStepIsRefusedOrHarmless() throws Exception {
    OnNfsGuests.run(FrozenHolderMain.class, List.of(), LIMIT_SECONDS, System.out::println);
  }
}
