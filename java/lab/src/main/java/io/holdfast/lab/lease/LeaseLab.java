package io.holdfast.lab.lease;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Need;
import io.holdfast.lab.RigException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Lets several coordinators finish the work of one table while they are killed and frozen, and
 * looks for broken promises.
 *
 * <p>All of it happens in a process of its own, in mount and pid namespaces that end with it, so
 * that no coordinator is left behind, frozen or not, however this process ends. Of files only what
 * was asked for is left.
 */
public final class LeaseLab {

  private static final long SECONDS_AROUND = 600;

  private final Facilities machine;

  public LeaseLab(Facilities machine) {
    this.machine = machine;
  }

  /**
   * Why coordinators cannot be put to work by some mounts on this machine; empty where they can.
   */
  public Optional<String> unavailabilityReason(Mounts mounts) {
    return Need.firstMissing(
        machine,
        mounts == Mounts.BINDFS
            ? List.of(Need.device("/dev/fuse"), Need.program("bindfs", "bindfs"))
            : List.of());
  }

  /**
   * Makes one run.
   *
   * @param progress told how far it is, on this thread
   * @throws IOException when the lab's process cannot be started, or ends before it is through
   */
  public LeaseRunResult run(LeaseRunRequest request, Consumer<LeaseProgress> progress)
      throws IOException {
    AtomicReference<LeaseRunResult> result = new AtomicReference<>();
    InsideProcess.run(
        machine,
        LeaseMain.class,
        LeaseArguments.write(request),
        request.seconds() + request.ids() + SECONDS_AROUND,
        line -> {
          Optional<LeaseProgress> far = LeaseRunJson.readProgress(line);
          if (far.isPresent()) {
            progress.accept(far.get());
          } else {
            result.set(LeaseRunJson.read(line, request));
          }
        });
    LeaseRunResult told = result.get();
    if (told == null) {
      throw new RigException("the lab's process told no result");
    }
    return told;
  }
}
