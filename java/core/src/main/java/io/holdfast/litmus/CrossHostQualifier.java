package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import java.util.function.Consumer;

/**
 * Asks every question that several hosts can answer about one place, through agents alone: whoever
 * runs this needs no access to the storage.
 *
 * <p>Works inside a private tree {@code .holdfast-probe.<128 bits>} that the first member makes,
 * and leaves nothing behind; a tree left by a killed run is swept by the next.
 */
public final class CrossHostQualifier {

  private final NanoClock nanoClock;
  private final EpochClock epochClock;

  public CrossHostQualifier(NanoClock nanoClock, EpochClock epochClock) {
    this.nanoClock = nanoClock;
    this.epochClock = epochClock;
  }

  /**
   * Asks all questions. Ends a second after the request's deadline at the latest, also where
   * members hang in the kernel.
   *
   * @param progress told what happens as it happens; called on this thread
   * @throws LitmusException when a member cannot take part at all: no agent starts there, the
   *     directory is missing, not writable, full; nothing is left behind
   */
  public LitmusReport run(LitmusRequest request, Consumer<LitmusEvent> progress)
      throws LitmusException {
    return new CrossHostRun(nanoClock, epochClock, request, progress).run();
  }
}
