package io.holdfast.lab.lease;

import io.holdfast.lab.LabNamespace;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The lab's process inside of its namespaces: makes the run of one request and prints how far it is
 * and what it came to as {@link LeaseRunJson} on standard output.
 */
final class LeaseMain {

  private LeaseMain() {}

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and {@link LeaseArguments}
   */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, BindingUnavailableException {
    Path scratch = LabNamespace.enter(arguments[0]);
    List<String> words = Arrays.asList(arguments).subList(1, arguments.length);
    LeaseRunRequest request = LeaseArguments.read(words);
    Path site = Files.createDirectory(scratch.resolve(LabNamespace.markedName("leases")));
    LeaseRun run =
        new LeaseRun(
            Bindings.load(), request, site, progress -> tell(LeaseRunJson.progress(progress)));
    tell(LeaseRunJson.write(run.run()));
  }

  private static void tell(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
