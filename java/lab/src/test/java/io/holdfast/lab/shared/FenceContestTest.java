package io.holdfast.lab.shared;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two clients of one server strive for a table with moved fences, frozen in turn. */
@Tag("litmus-full")
class FenceContestTest {

  private static final String SECONDS_EACH = "30";
  private static final long LIMIT_SECONDS = 600;

  @Test
  void noNumberIsWonTwiceWhateverLocksSay() throws Exception {
    // Leases of two seconds are refused where names may be seen late: hence actimeo=0.
    List<String> ways =
        List.of(
            SECONDS_EACH,
            "vers=4.2,actimeo=0",
            "vers=3,nolock,actimeo=0",
            "vers=3,local_lock=all,actimeo=0");
    OnNfsGuests.run(FenceContestMain.class, ways, LIMIT_SECONDS, line -> {});
  }
}
