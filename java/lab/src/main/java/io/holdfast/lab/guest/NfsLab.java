package io.holdfast.lab.guest;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.LabNamespace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets two clients with kernels of their own ask each other about one NFS server.
 *
 * <p>All of it happens in a process of its own, in mount, pid and network namespaces that end with
 * it: no guest, mount or network device is left, however this process ends. Any thread may use it.
 */
public final class NfsLab {

  private static final long SECONDS_TO_BOOT = 180;
  private static final long SECONDS_PER_CASE = 360;
  private static final long SECONDS_KEPT = TimeUnit.DAYS.toSeconds(7);

  private final Facilities machine;

  public NfsLab(Facilities machine) {
    this.machine = machine;
  }

  /** Why this machine cannot have such guests, with advice; empty where it can. */
  public Optional<String> unavailabilityReason() {
    return NfsGuests.unavailabilityReason(machine);
  }

  /**
   * Runs cases, one after the other, with guests that boot once.
   *
   * @param listener is told all events, on this thread: for each case {@link LabEvent.Skipped}, or
   *     {@link LabEvent.RigUp} and {@link LabEvent.Finished}, or {@link LabEvent.Broken}
   * @throws IOException when the lab's process cannot be started
   */
  public void run(List<NfsCase> cases, Consumer<LabEvent> listener) throws IOException {
    long limit = SECONDS_TO_BOOT + SECONDS_PER_CASE * cases.size();
    run(cases, List.of(), limit, listener, door -> {});
  }

  /**
   * {@link #run}, then leaves the guests up, with the last case mounted, until they are ended by
   * the end of this process.
   *
   * @param kept is told once how to run a shell in each guest
   */
  public void runAndKeep(
      List<NfsCase> cases, Consumer<LabEvent> listener, Consumer<List<String>> kept)
      throws IOException {
    run(cases, List.of(NfsMain.KEEP), SECONDS_KEPT, listener, kept);
  }

  private void run(
      List<NfsCase> cases,
      List<String> options,
      long limitSeconds,
      Consumer<LabEvent> listener,
      Consumer<List<String>> kept)
      throws IOException {
    Optional<String> reason = unavailabilityReason();
    if (reason.isPresent()) {
      cases.forEach(one -> listener.accept(new LabEvent.Skipped(one.id(), reason.get())));
      return;
    }
    List<String> left = new ArrayList<>(cases.stream().map(NfsCase::id).toList());
    List<String> words = new ArrayList<>(options);
    words.addAll(left);
    Process process =
        LabNamespace.start(machine, Isolation.NETWORK_AS_WELL, NfsMain.class, words, limitSeconds);
    try {
      InsideProcess.attend(
          process,
          line -> {
            Optional<String> door = NfsMain.keptDoor(line);
            if (door.isPresent()) {
              kept.accept(waysIn(process, door.get()));
            } else {
              tell(LabLines.read(line), left, listener);
            }
          });
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      left.forEach(id -> listener.accept(new LabEvent.Broken(id, why)));
    }
  }

  private static void tell(LabEvent event, List<String> left, Consumer<LabEvent> listener) {
    if (!(event instanceof LabEvent.RigUp)) {
      left.remove(event.caseId());
    }
    listener.accept(event);
  }

  /** How to run a shell in each guest, from outside of the namespaces. */
  private static List<String> waysIn(Process process, String door) {
    long inside = insideOf(process.toHandle()).pid();
    List<String> ways = new ArrayList<>();
    for (GuestName guest : GuestName.values()) {
      ways.add(
          "nsenter --target %d --mount --net %s %s sh -i"
              .formatted(inside, door, guest.managementAddress()));
    }
    return ways;
  }

  /** The first process in the namespaces: what was started runs unshare, which runs it. */
  private static ProcessHandle insideOf(ProcessHandle started) {
    return started.children().flatMap(ProcessHandle::children).findFirst().orElse(started);
  }
}
