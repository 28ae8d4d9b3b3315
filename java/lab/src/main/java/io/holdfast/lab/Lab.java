package io.holdfast.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs cases of {@link LabCases} on this machine.
 *
 * <p>Mounts and changes nothing itself: see the package. When this process ends in the middle of a
 * run, by whatever signal, everything that the run made is gone a moment later. Any thread may use
 * it, and several runs may go on at once.
 */
public final class Lab {

  /** After this long the kernel is stuck; a case takes seconds. */
  private static final long SECONDS_PER_CASE = 60;

  private final Facilities machine;

  public Lab(Facilities machine) {
    this.machine = machine;
  }

  /**
   * Runs cases, one after the other.
   *
   * @param listener is told all events, on this thread: for each case either {@link
   *     LabEvent.Skipped}, or {@link LabEvent.RigUp} and {@link LabEvent.Finished}, or {@link
   *     LabEvent.Broken}
   * @throws IOException when the lab's process cannot be started
   */
  public void run(List<LabCase> cases, Consumer<LabEvent> listener) throws IOException {
    List<String> left = new ArrayList<>();
    for (LabCase labCase : cases) {
      Optional<String> reason = labCase.unavailabilityReason(machine);
      if (reason.isPresent()) {
        listener.accept(new LabEvent.Skipped(labCase.id(), reason.get()));
      } else {
        left.add(labCase.id());
      }
    }
    while (!left.isEmpty()) {
      runSome(left, listener);
    }
  }

  /** Runs cases until the process ends, and strikes off what was told. */
  private void runSome(List<String> left, Consumer<LabEvent> listener) throws IOException {
    List<String> noise = new ArrayList<>();
    Process process =
        LabNamespace.start(
            machine,
            Isolation.MOUNTS_AND_PROCESSES,
            LabMain.class,
            left,
            SECONDS_PER_CASE * (left.size() + 1L));
    try (BufferedReader lines = reader(process)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          LabEvent event = LabLines.read(line);
          if (event.isEnd()) {
            left.remove(event.caseId());
          }
          listener.accept(event);
        } else {
          noise.add(line);
        }
      }
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.getOutputStream().close();
      process.destroyForcibly();
    }
    if (!left.isEmpty()) {
      // The case at which it ended; the others get another process.
      String why = "the lab's process ended: " + endOf(process, noise);
      listener.accept(new LabEvent.Broken(left.remove(0), why));
    }
  }

  private static String endOf(Process process, List<String> noise) {
    String said = noise.isEmpty() ? "" : ": " + String.join("; ", noise);
    return "status " + (process.isAlive() ? "unknown" : process.exitValue()) + said;
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
