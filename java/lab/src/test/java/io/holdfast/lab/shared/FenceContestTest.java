package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabNamespace;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two clients of one server strive for a table with moved fences, frozen in turn. */
@Tag("litmus-full")
class FenceContestTest {

  private static final String SECONDS_EACH = "30";
  private static final long LIMIT_SECONDS = 600;

  @Test
  void noNumberIsWonTwiceWhateverLocksSay() throws Exception {
    Facilities machine = Facilities.here();
    StorageKind.NFS.unavailabilityReason(machine).ifPresent(Assumptions::abort);

    // Leases of two seconds are refused where names may be seen late: hence actimeo=0.
    Process contest =
        LabNamespace.start(
            machine,
            Isolation.NETWORK_AS_WELL,
            FenceContestMain.class,
            List.of(
                SECONDS_EACH,
                "vers=4.2,actimeo=0",
                "vers=3,nolock,actimeo=0",
                "vers=3,local_lock=all,actimeo=0"),
            LIMIT_SECONDS);

    // Its assertions are its status; what it says then is in the message.
    InsideProcess.attend(contest, line -> {});
  }
}
