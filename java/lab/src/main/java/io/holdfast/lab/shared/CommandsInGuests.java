package io.holdfast.lab.shared;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Cases in which commands of this project run in two clients of one NFS 4.2 server, each a kernel
 * of its own with JVMs in it: outside of the lab's namespaces, and inside.
 */
final class CommandsInGuests {

  private static final long SECONDS_TO_BOOT = 180;

  private CommandsInGuests() {}

  /** One case, inside. */
  interface InGuests<C> {

    /**
     * Runs it.
     *
     * @param holdfast the class whose main method understands commands
     * @param scratch a directory for what commands print
     */
    Observation run(NfsGuests guests, Class<?> holdfast, Path scratch, C how) throws IOException;
  }

  /**
   * Starts a program inside, which calls {@link #inside}, and tells what it tells; nothing is left
   * of it, however this process ends.
   *
   * @param program a class with a main method
   */
  static void run(
      Facilities machine,
      Class<?> program,
      Class<?> holdfast,
      List<? extends GuestCase> cases,
      long secondsPerCase,
      Consumer<LabEvent> listener)
      throws IOException {
    Optional<String> reason = StorageKind.NFS.unavailabilityReason(machine);
    if (reason.isPresent()) {
      cases.forEach(one -> listener.accept(new LabEvent.Skipped(one.id(), reason.get())));
      return;
    }
    List<String> words = new ArrayList<>(List.of(holdfast.getName()));
    List<String> ids = cases.stream().map(GuestCase::id).toList();
    words.addAll(ids);
    Process process =
        LabNamespace.start(
            machine,
            Isolation.NETWORK_AS_WELL,
            program,
            words,
            SECONDS_TO_BOOT + secondsPerCase * cases.size());
    InsideCases inside = new InsideCases(ids, listener);
    try {
      InsideProcess.attend(process, inside::accept);
    } catch (IOException e) {
      inside.breakOthers(e);
    }
  }

  /**
   * Boots the guests, runs the cases, and prints events as {@link LabLines}.
   *
   * @param arguments a directory to mount the scratch tmpfs over, the class of the commands, and
   *     ids of cases
   * @param kind a word for the guests' directory
   * @param mount with which options both clients mount the server
   * @param all the cases that there are
   */
  static <C extends GuestCase> void inside(
      String[] arguments, String kind, String mount, List<C> all, InGuests<C> run)
      throws IOException, ClassNotFoundException {
    Path scratch = LabNamespace.enter(arguments[0]);
    Class<?> holdfast = Class.forName(arguments[1]);
    NfsGuests guests = new NfsGuests(scratch.resolve(LabNamespace.markedName(kind)));
    guests.mount(mount, mount);
    for (String id : Arrays.asList(arguments).subList(2, arguments.length)) {
      C how = GuestCase.named(all, id).orElseThrow();
      tell(new LabEvent.RigUp(id, ClientGuest.MOUNT_POINT));
      try {
        Observation seen = run.run(guests, holdfast, scratch, how);
        tell(new LabEvent.Finished(CaseResult.of(how, seen)));
      } catch (IOException e) {
        tell(new LabEvent.Broken(id, String.valueOf(e.getMessage())));
      }
    }
  }

  private static void tell(LabEvent event) throws IOException {
    System.out.println(LabLines.write(event));
    System.out.flush();
  }
}
