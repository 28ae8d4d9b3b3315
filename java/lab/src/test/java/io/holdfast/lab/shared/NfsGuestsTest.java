package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabNamespace;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Guests are kernels of their own that can be frozen, cut off and killed. */
@Tag("litmus")
class NfsGuestsTest {

  private static final long LIMIT_SECONDS = 180;

  @Test
  void clientsAreKernelsOfTheirOwn() throws Exception {
    Facilities machine = Facilities.here();
    StorageKind.NFS.unavailabilityReason(machine).ifPresent(Assumptions::abort);

    Process drill =
        LabNamespace.start(
            machine, Isolation.NETWORK_AS_WELL, GuestDrillMain.class, List.of(), LIMIT_SECONDS);

    // The drill's assertions are its status; what it says then is in the message.
    InsideProcess.attend(drill, line -> {});
  }
}
