package io.holdfast.lab.crash;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Need;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Crashes storage under the durable verbs and looks at what is left: in the strictest file system
 * that POSIX allows, and on ext4, xfs and btrfs with a recorded disk below.
 *
 * <p>All of it happens in a process of its own, in mount and pid namespaces and on a tmpfs that end
 * with it, so nothing is left behind, however this process ends.
 */
public final class CrashLab {

  /** Beyond these the kernel is stuck: 3 states a second were seen on a machine that was busy. */
  private static final long SECONDS_PER_RUN = 120;

  private static final long SECONDS_PER_STATE = 1;

  private final Facilities machine;

  public CrashLab(Facilities machine) {
    this.machine = machine;
  }

  /** Why a file system cannot be crashed on this machine; empty where it can. */
  public Optional<String> unavailabilityReason(CrashFileSystem type) {
    return Need.firstMissing(machine, type.needs());
  }

  /**
   * Makes the runs of a request, one after the other.
   *
   * @param listener is told all events, on this thread: for each file system {@link
   *     CrashEvent.Skipped}, or for each of its runs {@link CrashEvent.Finished} once for each
   *     unit, or {@link CrashEvent.Broken}; {@link CrashEvent.Progress} in between
   * @throws IOException when the lab's process cannot be started, or ends before it is through
   */
  public void run(CrashRequest request, Consumer<CrashEvent> listener) throws IOException {
    List<CrashFileSystem> available = new ArrayList<>();
    for (CrashFileSystem type : request.fileSystems()) {
      Optional<String> reason = unavailabilityReason(type);
      if (reason.isPresent()) {
        listener.accept(new CrashEvent.Skipped(type, reason.get()));
      } else {
        available.add(type);
      }
    }
    if (!available.isEmpty()) {
      runAvailable(request.withFileSystems(available), listener);
    }
  }

  private void runAvailable(CrashRequest request, Consumer<CrashEvent> listener)
      throws IOException {
    long runs = (long) request.fileSystems().size() * request.workloads().size();
    long states = runs * request.units().size() * request.states();
    InsideProcess.run(
        machine,
        CrashMain.class,
        CrashArguments.write(request),
        runs * SECONDS_PER_RUN + states * SECONDS_PER_STATE,
        line -> listener.accept(CrashJson.read(line)));
  }
}
