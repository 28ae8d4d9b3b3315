package io.holdfast.exchange.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.StrictJson;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Coordinators that are ranks of a real Open MPI job on this machine, each a JVM of its own on a
 * made-up host: what {@link RenewingMember} says, and with what mpirun ends.
 */
@Tag("litmus")
@Timeout(300)
class MpiJobTest {

  private static final Path BRIDGE =
      Path.of("../../../native/target/cmake/native/mpi/holdfast-mpi").toAbsolutePath().normalize();

  /** One machine, perhaps root's; shared memory, no network, no UCX. */
  private static final List<String> MPIRUN =
      List.of(
          "mpirun",
          "--allow-run-as-root",
          "--oversubscribe",
          "--mca",
          "pml",
          "ob1",
          "--mca",
          "btl",
          "self,vader");

  /** JEP 454 names it; JEP 472 warns where it is not named. */
  private static final int NATIVE_ACCESS_IS_NAMED = 22;

  private static final long PATIENCE_SECONDS = 120;

  @TempDir Path directory;

  private record Job(int status, List<JsonObject> said, String errors) {}

  @Test
  void twoMembersRenewThreeGenerations() throws Exception {
    Job job = run(2, "3", "0");

    assertThat(job.status()).as(job.errors()).isZero();
    assertThat(job.said()).hasSize(2);
    for (JsonObject member : job.said()) {
      assertThat(field(member, "state")).isEqualTo("\"QUALIFIED\"");
      assertThat(field(member, "generation")).isEqualTo("3");
      assertThat(field(member, "attempts")).isEqualTo("3");
      assertThat(field(member, "successes")).isEqualTo("3");
      assertThat(field(member, "failures")).isEqualTo("0");
      madeUpHostsUnderRealMpi(member, 2);
    }
  }

  @Test
  void aDriftIsSeenByAllMembersAndEndsTheJobWith70() throws Exception {
    Job job = run(3, "5", "2");

    assertThat(job.status()).as(job.errors()).isEqualTo(70);
    assertThat(job.said()).hasSize(3);
    for (JsonObject member : job.said()) {
      assertThat(field(member, "state")).isEqualTo("\"FAILED\"");
      assertThat(field(member, "reason")).contains("generation 2", "member 1");
      assertThat(field(member, "generation")).isEqualTo("2");
      assertThat(field(member, "successes")).isEqualTo("1");
      assertThat(field(member, "failures")).isEqualTo("1");
      madeUpHostsUnderRealMpi(member, 3);
    }
  }

  private static void madeUpHostsUnderRealMpi(JsonObject member, int members) {
    assertThat(field(member, "members")).isEqualTo(String.valueOf(members));
    assertThat(field(member, "synthetic_topology")).isEqualTo("true");
    assertThat(field(member, "actual_mpi_transport")).isEqualTo("true");
    assertThat(field(member, "actual_multi_host")).isEqualTo("false");
  }

  private static String field(JsonObject member, String name) {
    return CanonicalJson.text(member.fields().get(name));
  }

  // ---- a job

  private Job run(int ranks, String... arguments) throws Exception {
    assumeTrue(Files.isExecutable(BRIDGE), "no holdfast-mpi was built: there is no mpicc");
    assumeTrue(isOpenMpi(), "the mpirun here is not Open MPI's");
    Path root = Files.createDirectory(directory.resolve("root"));
    Path errors = directory.resolve("errors");
    Process job =
        new ProcessBuilder(command(ranks, root, arguments))
            .redirectInput(new File("/dev/null"))
            .redirectError(errors.toFile())
            .start();
    try {
      String out = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(job.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return new Job(job.exitValue(), lines(out), Files.readString(errors));
    } finally {
      job.destroy();
    }
  }

  /** It ends when this JVM does, and all of its ranks with it. */
  private static List<String> command(int ranks, Path root, String... arguments) {
    List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "TERM"));
    command.addAll(MPIRUN);
    command.addAll(List.of("-np", String.valueOf(ranks), BRIDGE.toString(), "--"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= NATIVE_ACCESS_IS_NAMED) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            RenewingMember.class.getName(),
            root.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static boolean isOpenMpi() throws IOException, InterruptedException {
    try {
      Process version = new ProcessBuilder("mpirun", "--version").redirectErrorStream(true).start();
      String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return version.waitFor() == 0 && said.contains("Open MPI");
    } catch (IOException e) {
      return false;
    }
  }

  private static List<JsonObject> lines(String out) throws JsonFormatException {
    List<JsonObject> lines = new ArrayList<>();
    for (String line : out.lines().toList()) {
      lines.add(StrictJson.readObject(line.getBytes(StandardCharsets.UTF_8)));
    }
    return lines;
  }
}
