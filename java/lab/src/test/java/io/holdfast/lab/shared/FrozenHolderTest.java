package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabNamespace;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
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
    Facilities machine = Facilities.here();
    StorageKind.NFS.unavailabilityReason(machine).ifPresent(Assumptions::abort);

    Process lab =
        LabNamespace.start(
            machine, Isolation.NETWORK_AS_WELL, FrozenHolderMain.class, List.of(), LIMIT_SECONDS);

    // Its assertions are its status; what it says then is in the message.
    InsideProcess.attend(lab, System.out::println);
  }
}
