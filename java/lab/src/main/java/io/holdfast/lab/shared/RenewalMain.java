package io.holdfast.lab.shared;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.LabNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The lab's process inside of its namespaces: boots a server and two clients, lets these renew, and
 * prints events as {@link LabLines} on standard output.
 */
final class RenewalMain {

  private static final String MOUNT = "vers=4.2";

  private RenewalMain() {}

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, the class whose {@code watch} is
   *     run, and ids of cases
   */
  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    Path scratch = LabNamespace.enter(arguments[0]);
    Class<?> holdfast = Class.forName(arguments[1]);
    List<String> ids = Arrays.asList(arguments).subList(2, arguments.length);
    NfsGuests guests = new NfsGuests(scratch.resolve(LabNamespace.markedName("renewal")));
    guests.mount(MOUNT, MOUNT);
    for (String id : ids) {
      RenewalCase how = RenewalCase.named(id).orElseThrow();
      tell(new LabEvent.RigUp(how.id(), ClientGuest.MOUNT_POINT));
      tell(end(how, new RenewalRun(guests, holdfast, scratch, how)));
    }
  }

  private static LabEvent end(RenewalCase how, RenewalRun run) {
    try {
      return new LabEvent.Finished(CaseResult.of(how, run.run()));
    } catch (IOException e) {
      return new LabEvent.Broken(how.id(), String.valueOf(e.getMessage()));
    }
  }

  private static void tell(LabEvent event) throws IOException {
    System.out.println(LabLines.write(event));
    System.out.flush();
  }
}
