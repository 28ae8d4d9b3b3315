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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets two clients ask each other about storage that they share.
 *
 * <p>All of it happens in a process of its own, in mount, pid and network namespaces that end with
 * it: no guest, mount or network device is left, however this process ends. Any thread may use it.
 */
public final class StorageLab {

  private static final long SECONDS_TO_BOOT = 180;
  private static final long SECONDS_PER_CASE = 360;
  private static final long SECONDS_KEPT = TimeUnit.DAYS.toSeconds(7);

  private final Facilities machine;
  private final StorageKind kind;

  public StorageLab(Facilities machine, StorageKind kind) {
    this.machine = machine;
    this.kind = kind;
  }

  /** Why this machine cannot have such storage, with advice; empty where it can. */
  public Optional<String> unavailabilityReason() {
    return kind.unavailabilityReason(machine);
  }

  /**
   * Runs cases of the kind, one after the other, with clients that are made once.
   *
   * @param listener is told all events, on this thread: for each case {@link LabEvent.Skipped}, or
   *     {@link LabEvent.RigUp} and {@link LabEvent.Finished}, or {@link LabEvent.Broken}
   * @throws IOException when the lab's process cannot be started
   */
  public void run(List<StorageCase> cases, Consumer<LabEvent> listener) throws IOException {
    long limit = SECONDS_TO_BOOT + SECONDS_PER_CASE * cases.size();
    run(cases, List.of(), limit, listener, ways -> {});
  }

  /**
   * {@link #run}, then leaves the clients up, with the last case mounted, until they are ended by
   * the end of this process.
   *
   * @param kept is told once how to run a shell at each client and server
   */
  public void runAndKeep(
      List<StorageCase> cases, Consumer<LabEvent> listener, Consumer<List<String>> kept)
      throws IOException {
    run(cases, List.of(StorageMain.KEEP), SECONDS_KEPT, listener, kept);
  }

  private void run(
      List<StorageCase> cases,
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
    List<String> ids = cases.stream().map(StorageCase::id).toList();
    List<String> words = new ArrayList<>(List.of(kind.id()));
    words.addAll(options);
    words.addAll(ids);
    Process process =
        LabNamespace.start(
            machine, Isolation.NETWORK_AS_WELL, StorageMain.class, words, limitSeconds);
    InsideCases inside = new InsideCases(ids, listener);
    try {
      InsideProcess.attend(
          process,
          line -> {
            Optional<List<String>> ways = StorageMain.waysIn(line);
            if (ways.isPresent()) {
              kept.accept(fromOutside(process, ways.get()));
            } else {
              inside.accept(line);
            }
          });
    } catch (IOException e) {
      inside.breakOthers(e);
    }
  }

  /** How to run a shell where these ways lead, from outside of the namespaces. */
  private static List<String> fromOutside(Process process, List<String> ways) {
    long inside = insideOf(process.toHandle()).pid();
    return ways.stream()
        .map(way -> "nsenter --target %d --mount --net %s sh -i".formatted(inside, way))
        .toList();
  }

  /** The first process in the namespaces: what was started runs unshare, which runs it. */
  private static ProcessHandle insideOf(ProcessHandle started) {
    return started.children().flatMap(ProcessHandle::children).findFirst().orElse(started);
  }
}
