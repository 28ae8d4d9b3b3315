package io.holdfast.campaign;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * What an MPI job is started with.
 *
 * @param mpirun of Open MPI
 * @param bridge {@code holdfast-mpi}
 */
public record MpiPrograms(String mpirun, String bridge) {

  private static final String MPIRUN = "mpirun";
  private static final String BRIDGE = "holdfast-mpi";

  /**
   * Looks for both in {@code PATH}, and for {@code holdfast-mpi} in the folder {@code bin} beside
   * the jar of the commands first.
   *
   * @throws IOException with one sentence that says what is not there
   */
  public static MpiPrograms find(Map<String, String> environment) throws IOException {
    String path = environment.getOrDefault("PATH", "");
    String mpirun = onPath(path, MPIRUN).orElseThrow(() -> new IOException("there is no mpirun"));
    String bridge =
        besideTheJar()
            .or(() -> onPath(path, BRIDGE))
            .orElseThrow(
                () -> new IOException("there is no holdfast-mpi, which is built where mpicc is"));
    return new MpiPrograms(mpirun, bridge);
  }

  private static Optional<String> besideTheJar() {
    String first = System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
    return executable(Path.of(first).toAbsolutePath().resolveSibling("bin").resolve(BRIDGE));
  }

  private static Optional<String> onPath(String path, String name) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> executable(Path.of(folder, name).toAbsolutePath()).stream())
        .findFirst();
  }

  private static Optional<String> executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file)
        ? Optional.of(file.toString())
        : Optional.empty();
  }
}
