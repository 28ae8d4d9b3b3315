package io.holdfast.campaign.crew;

import io.holdfast.campaign.relay.RelayExchange;
import io.holdfast.clock.NanoClock;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import java.util.Arrays;

/** The program of a coordinator whose workers are processes of its host. */
public final class CoordinatorMain {

  private CoordinatorMain() {}

  /**
   * The program. Standard input and output lead to the campaign, which carries what coordinators
   * say to each other.
   *
   * @param arguments {@link CrewTask#words}
   */
  public static void main(String[] arguments) throws Exception {
    CrewTask task = CrewTask.of(Arrays.asList(arguments));
    Posix kernel = Bindings.load();
    NanoClock clock = LeaseClocks.system(kernel).boot();
    RelayExchange others =
        new RelayExchange(task.coordinator(), task.coordinators(), clock, System.out);
    Lifeline lifeline = Lifeline.on(others::hear);
    CoordinatorEnd end =
        CoordinatorProgram.run(
            kernel,
            task,
            boot -> ProcessCrew.start(task, boot),
            () -> others,
            lifeline::isAskedToEnd);
    CoordinatorProgram.leave(end);
  }
}
