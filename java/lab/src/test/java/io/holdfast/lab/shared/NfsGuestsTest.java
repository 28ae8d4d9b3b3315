package io.holdfast.lab.shared;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Guests are kernels of their own that can be frozen, cut off and killed. */
@Tag("litmus")
class NfsGuestsTest {

  private static final long LIMIT_SECONDS = 180;

  @Test
  void clientsAreKernelsOfTheirOwn() throws Exception {
    OnNfsGuests.run(GuestDrillMain.class, List.of(), LIMIT_SECONDS, line -> {});
  }
}
