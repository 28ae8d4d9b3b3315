package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabNamespace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Cuts a client that holds something off from its storage until another has it, and lets it come
 * back.
 *
 * <p>Each case has a process and storage of its own: a client that hangs then hangs nobody else,
 * and nothing is left of it, however this process ends. Any thread may use it.
 */
public final class CutLab {

  private static final long SECONDS_PER_CASE = 600;

  private final Facilities machine;

  public CutLab(Facilities machine) {
    this.machine = machine;
  }

  /** Why this machine cannot run a case, with advice; empty where it can. */
  public Optional<String> unavailabilityReason(CutCase how) {
    return how.kind().unavailabilityReason(machine);
  }

  /**
   * {@link StorageLab#run} for these cases; {@link LabEvent.Progress} tells meanwhile what happens.
   */
  public void run(List<CutCase> cases, Consumer<LabEvent> listener) throws IOException {
    for (CutCase how : cases) {
      Optional<String> reason = unavailabilityReason(how);
      if (reason.isPresent()) {
        listener.accept(new LabEvent.Skipped(how.id(), reason.get()));
      } else {
        run(how, listener);
      }
    }
  }

  private void run(CutCase how, Consumer<LabEvent> listener) throws IOException {
    List<String> ids = List.of(how.id());
    Process process =
        LabNamespace.start(
            machine, Isolation.NETWORK_AS_WELL, CutMain.class, ids, SECONDS_PER_CASE);
    InsideCases inside = new InsideCases(ids, listener);
    try {
      InsideProcess.attend(process, inside::accept);
    } catch (IOException e) {
      inside.breakOthers(e);
    }
  }
}
