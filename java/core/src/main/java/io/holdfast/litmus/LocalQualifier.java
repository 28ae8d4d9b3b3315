package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Posix;
import java.util.function.Consumer;

/**
 * Asks every question that one host can answer about a directory.
 *
 * <p>Works inside a private tree {@code .holdfast-probe.<128 bits>} of the directory and leaves
 * nothing behind; a tree left by a killed run is swept by the next.
 */
public final class LocalQualifier {

  private final Posix posix;
  private final AgentLauncher agents;
  private final HostIdentity host;
  private final NanoClock nanoClock;
  private final EpochClock epochClock;

  public LocalQualifier(
      Posix posix,
      AgentLauncher agents,
      HostIdentity host,
      NanoClock nanoClock,
      EpochClock epochClock) {
    this.posix = posix;
    this.agents = agents;
    this.host = host;
    this.nanoClock = nanoClock;
    this.epochClock = epochClock;
  }

  /**
   * Qualifies a directory.
   *
   * @param progress told each question's answer as it is found; called on this thread
   * @throws LitmusException when the directory cannot be asked at all: missing, no directory, not
   *     writable, full; nothing is left behind
   */
  public LocalReport qualify(LocalRequest request, Consumer<Answer> progress)
      throws LitmusException {
    return new LocalRun(posix, agents, host, nanoClock, epochClock, request, progress).run();
  }
}
