package io.holdfast.lab.crash;

import io.holdfast.lab.LabNamespace;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The lab's process inside of its namespaces: makes the runs of one request and prints events as
 * {@link CrashJson} on standard output.
 */
final class CrashMain {

  private final Posix posix;
  private final Path scratch;
  private final CrashRequest request;

  private CrashMain(Posix posix, Path scratch, CrashRequest request) {
    this.posix = posix;
    this.scratch = scratch;
    this.request = request;
  }

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, and {@link CrashArguments}
   */
  public static void main(String[] arguments) throws IOException, BindingUnavailableException {
    Path scratch = LabNamespace.enter(arguments[0]);
    List<String> request = Arrays.asList(arguments).subList(1, arguments.length);
    new CrashMain(Bindings.load(), scratch, CrashArguments.read(request)).runAll();
  }

  private void runAll() throws IOException {
    for (CrashFileSystem fileSystem : request.fileSystems()) {
      for (CrashWorkload workload : request.workloads()) {
        String name = LabNamespace.markedName(fileSystem.id() + "-" + workload.id());
        Path site = scratch.resolve(name);
        run(fileSystem, workload, Files.createDirectory(site));
        deleteLog(site);
      }
    }
  }

  private void run(CrashFileSystem fileSystem, CrashWorkload workload, Path site) {
    try {
      new CrashRun(posix, request, fileSystem, workload, site, CrashMain::tell).run();
    } catch (IOException e) {
      tell(new CrashEvent.Broken(fileSystem, workload, String.valueOf(e.getMessage())));
    }
  }

  /** The scratch tmpfs is memory; everything else on it goes with it. */
  private static void deleteLog(Path site) throws IOException {
    Files.deleteIfExists(site.resolve("log"));
  }

  private static void tell(CrashEvent event) {
    System.out.println(CrashJson.write(event));
    System.out.flush();
  }
}
