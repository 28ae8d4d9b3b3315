package io.holdfast.campaign;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.FakeHostIdentity;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts of this kernel: each is a mount namespace in which the kernel's boot id is another file, so
 * that coordinators see as many hosts as there are names. Storage and clocks are this host's.
 */
final class MadeUpHosts {

  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

  private final Path files;

  /**
   * @param files a directory for boot ids
   */
  MadeUpHosts(Path files) {
    this.files = files;
  }

  /** Where one coordinator on each of these hosts runs. */
  List<Elsewhere> places(String... names) throws IOException, InterruptedException {
    List<Elsewhere> places = new ArrayList<>();
    for (String name : names) {
      places.add(new Elsewhere(name, commandLine(name)));
    }
    Process tried =
        new ProcessBuilder("sh", "-c", commandLine(names[0]) + " true")
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    assumeTrue(tried.waitFor() == 0, "mount namespaces cannot be made here");
    return places;
  }

  private String commandLine(String name) throws IOException {
    Path file = files.resolve("boot-id-of-" + name);
    Files.writeString(file, FakeHostIdentity.named(name).bootId() + "\n");
    return "exec unshare --map-root-user --mount sh -c 'mount --bind %s %s && exec \"$@\"' sh"
        .formatted(file, BOOT_ID);
  }
}
