package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabNamespace;
import java.io.IOException;
import java.util.ArrayList;
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

  private static final long SECONDS_TO_BOOT = 180;
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
    Optional<String> reason = unavailabilityReason();
    if (reason.isPresent()) {
      cases.forEach(one -> listener.accept(new LabEvent.Skipped(one.id(), reason.get())));
      return;
    }
    List<String> words = new ArrayList<>(List.of(holdfast.getName()));
    List<String> ids = cases.stream().map(RenewalCase::id).toList();
    words.addAll(ids);
    Process process =
        LabNamespace.start(
            machine,
            Isolation.NETWORK_AS_WELL,
            RenewalMain.class,
            words,
            SECONDS_TO_BOOT + SECONDS_PER_CASE * cases.size());
    InsideCases inside = new InsideCases(ids, listener);
    try {
      InsideProcess.attend(process, inside::accept);
    } catch (IOException e) {
      inside.breakOthers(e);
    }
  }
}
