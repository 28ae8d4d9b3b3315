package io.holdfast.lab.shared;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Observation;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The lab's process inside of its namespaces: makes storage and two clients, runs one case, and
 * prints events as {@link LabLines} on standard output. What hangs ends with the namespaces.
 */
final class CutMain {

  private CutMain() {}

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and the id of a case
   */
  public static void main(String[] arguments) throws IOException {
    Path scratch = LabNamespace.enter(arguments[0]);
    CutCase how = CutCase.named(arguments[1]).orElseThrow();
    try {
      SpacedClients clients = how.raise(scratch.resolve(LabNamespace.markedName("cut")));
      clients.mount();
      tell(new LabEvent.RigUp(how.id(), clients.alpha().mountPoint().toString()));
      CutRun run = how.run(clients, scratch, words -> tell(new LabEvent.Progress(how.id(), words)));
      Observation seen = run.run();
      tell(new LabEvent.Finished(CaseResult.of(how, seen)));
    } catch (IOException e) {
      tell(new LabEvent.Broken(how.id(), String.valueOf(e.getMessage())));
    }
    // Programs that hang in the kernel are not waited for.
    Runtime.getRuntime().halt(0);
  }

  private static void tell(LabEvent event) {
    System.out.println(LabLines.write(event));
    System.out.flush();
  }
}
