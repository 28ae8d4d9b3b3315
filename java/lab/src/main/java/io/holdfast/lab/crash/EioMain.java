package io.holdfast.lab.crash;

import io.holdfast.lab.LabNamespace;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The lab's process inside of its namespaces: makes the trials of one request and prints events as
 * {@link EioJson} on standard output.
 */
final class EioMain {

  private EioMain() {}

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and {@link EioLab#arguments}
   */
  public static void main(String[] arguments) throws IOException, BindingUnavailableException {
    Path scratch = LabNamespace.enter(arguments[0]);
    EioRequest request =
        new EioRequest(
            CrashFileSystem.withId(arguments[1]).orElseThrow(),
            Integer.parseInt(arguments[2]),
            Long.parseLong(arguments[3]),
            arguments[4].isEmpty() ? null : arguments[4],
            Boolean.parseBoolean(arguments[5]));
    EioTrials trials = new EioTrials(Bindings.load(), scratch, request);
    EioResult result = trials.run(made -> tell(EioJson.progress(made)));
    tell(EioJson.write(result));
  }

  private static void tell(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
