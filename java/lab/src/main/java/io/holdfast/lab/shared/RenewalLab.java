package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets two clients of one NFS server, each a kernel of its own with a JVM in it, keep a directory
 * qualified, and takes away from them what they stand on.
 *
 * <p>Nothing is left of it, however this process ends. Any thread may use it.
 */
public final class RenewalLab {

  private static final long SECONDS_PER_CASE = 480;

  private final Facilities machine;
  private final Class<?> holdfast;

  /**
   * @param holdfast the class whose main method understands {@code watch}
   */
  public RenewalLab(Facilities machine, Class<?> holdfast) {
    this.machine = machine;
    this.holdfast = holdfast;
  }

  /** Why this machine cannot have such guests, with advice; empty where it can. */
  public Optional<String> unavailabilityReason() {
    return StorageKind.NFS.unavailabilityReason(machine);
  }

  /** {@link StorageLab#run} for these cases. */
  public void run(List<RenewalCase> cases, Consumer<LabEvent> listener) throws IOException {
    CommandsInGuests.run(machine, RenewalMain.class, holdfast, cases, SECONDS_PER_CASE, listener);
  }
}
