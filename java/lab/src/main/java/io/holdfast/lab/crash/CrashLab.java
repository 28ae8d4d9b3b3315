package io.holdfast.lab.crash;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Need;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  private static final long SECONDS_PER_RUN = 60;
  private static final long STATES_PER_SECOND = 5;

  private final Facilities machine;

  public CrashLab(Facilities machine) {
    this.machine = machine;
  }

  /** Why a file system cannot be crashed on this machine; empty where it can. */
  public Optional<String> unavailabilityReason(CrashFileSystem type) {
    List<Need> needs = new ArrayList<>(List.of(Need.device("/dev/fuse")));
    String packages = "pkg-config libfuse3-dev fuse3";
    if (type.isOnDisk()) {
      needs.add(Need.root("loop devices are the host's"));
      needs.add(Need.device("/dev/loop-control"));
      needs.add(Need.fileSystem(type.id()));
      needs.add(Need.program(type.mkfs(), type.debianPackage()));
      needs.add(Need.nativeFile("holdfast-crash-disk", packages));
      needs.add(Need.nativeFile("holdfast-crash-replay", packages));
    } else {
      needs.add(Need.nativeFile("holdfast-strict-memory-fs", packages));
    }
    return Need.firstMissing(machine, needs);
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
    Process process =
        LabNamespace.start(
            machine,
            CrashMain.class,
            CrashArguments.write(request),
            runs * SECONDS_PER_RUN + states / STATES_PER_SECOND);
    List<String> noise = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          listener.accept(CrashJson.read(line));
        } else {
          noise.add(line);
        }
      }
      if (process.waitFor() != 0) {
        throw new IOException(
            "the lab's process ended with status "
                + process.exitValue()
                + ": "
                + String.join("; ", noise));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.getOutputStream().close();
      process.destroyForcibly();
    }
  }
}
