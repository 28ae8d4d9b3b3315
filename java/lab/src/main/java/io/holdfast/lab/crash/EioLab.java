package io.holdfast.lab.crash;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Need;
import io.holdfast.lab.RigException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Fails a disk under ext4, xfs or btrfs while four processes commit to one directory, and looks for
 * acknowledgements that were false.
 *
 * <p>All of it happens in a process of its own, in mount and pid namespaces and on a tmpfs that end
 * with it, so nothing is left behind, however this process ends.
 */
public final class EioLab {

  private static final long SECONDS_PER_TRIAL = 10;
  private static final long SECONDS_TO_START = 60;

  private final Facilities machine;

  public EioLab(Facilities machine) {
    this.machine = machine;
  }

  /** Why the disk of a file system cannot be failed on this machine; empty where it can. */
  public Optional<String> unavailabilityReason(CrashFileSystem type) {
    return Need.firstMissing(machine, type.needs());
  }

  /**
   * Makes the trials of a request, one after the other.
   *
   * @param progress told after each trial how many were made, on this thread
   * @throws IOException when the lab's process cannot be started, or ends before it is through
   */
  public EioResult run(EioRequest request, IntConsumer progress) throws IOException {
    AtomicReference<EioResult> result = new AtomicReference<>();
    InsideProcess.run(
        machine,
        EioMain.class,
        arguments(request),
        SECONDS_TO_START + request.trials() * SECONDS_PER_TRIAL,
        line -> {
          Optional<Integer> made = EioJson.readProgress(line);
          if (made.isPresent()) {
            progress.accept(made.get());
          } else {
            result.set(EioJson.read(line));
          }
        });
    EioResult told = result.get();
    if (told == null) {
      throw new RigException("the lab's process told no result");
    }
    return told;
  }

  private static List<String> arguments(EioRequest request) {
    return List.of(
        request.fileSystem().id(),
        Integer.toString(request.trials()),
        Long.toString(request.seed()),
        request.mutant() == null ? "" : request.mutant(),
        Boolean.toString(request.untilFound()));
  }
}
