package io.holdfast.campaign.crew;

import io.holdfast.posix.Bindings;
import java.util.Arrays;

/** The program of a coordinator whose workers are processes of this host. */
public final class CoordinatorMain {

  private CoordinatorMain() {}

  /**
   * The program.
   *
   * @param arguments {@link CrewTask#words}
   */
  public static void main(String[] arguments) throws Exception {
    CrewTask task = CrewTask.of(Arrays.asList(arguments));
    Lifeline lifeline = Lifeline.on();
    CoordinatorEnd end =
        CoordinatorProgram.run(
            Bindings.load(), task, clock -> ProcessCrew.start(task, clock), lifeline::isAskedToEnd);
    CoordinatorProgram.leave(end);
  }
}
