package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast campaign --mpi}: coordinators and workers that are ranks of an Open MPI job. */
@Tag("campaign")
class MpiCampaignTest {

  private static final Path BRIDGES =
      Path.of("../../native/target/cmake/native/mpi").toAbsolutePath().normalize();

  private static final String CAMPAIGN =
      "PATH=$PWD/bin:" + BRIDGES + ":$PATH exec \"$@\" campaign state --mpi ";

  @TempDir private Path directory;

  @BeforeEach
  void assumeThereIsMpi() throws Exception {
    assumeTrue(
        Files.isExecutable(BRIDGES.resolve("holdfast-mpi")),
        "no holdfast-mpi was built: there is no mpicc");
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "mpirun"))),
        "there is no mpirun");
    Files.createDirectory(directory.resolve("state"));
  }

  @Test
  void eightRanksDoTwelveInputsAndTheOneThatComesOutOfThemOnce() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            CAMPAIGN
                + "--coordinators 2 --workers 3 --items 12 --work 1.2s --ttl 1s --shards 4"
                + " --protocol flock --json -");
    assertThat(run.status()).as(run.toString()).isZero();
    JsonObject report = StrictJson.readObject(run.output().getBytes(StandardCharsets.UTF_8));
    assertThat(report.fields().get("end")).isEqualTo(new JsonString("done"));
    assertThat(number(report, "results")).isEqualTo(13);
    assertThat(number(report, "restarts")).isZero();
    assertThat(number(report, "workers_ended")).isEqualTo(6);
    assertThat(number(report, "workers_acknowledged")).isEqualTo(6);
    JsonObject figures = (JsonObject) report.fields().get("figures");
    for (String table : new String[] {"work_", "target_"}) {
      long renewals = number(figures, table + "heartbeat_renewals");
      assertThat(renewals).as(table).isPositive();
      assertThat(
              number(figures, table + "heartbeat_directory_syncs")
                  + number(figures, table + "directory_syncs_avoided"))
          .as(table)
          .isEqualTo(renewals);
      assertThat(number(figures, table + "heartbeat_failures")).as(table).isZero();
    }
    assertThat(directory.resolve("state/epochs")).isEmptyDirectory();
    assertThat(directory.resolve("state/stage")).isEmptyDirectory();
  }

  @Test
  void whoMovesTheDirectoryAwayEndsTheJobWith70() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            "{ while kill -0 $$ && ! grep -q sent state/ledgers/coordinator-1*; do sleep 0.1; done;"
                + " mv state away; } 2>/dev/null & "
                + CAMPAIGN
                + "--coordinators 2 --workers 1 --work 0.2s");
    assertThat(run.status()).as(run.toString()).isEqualTo(70);
  }

  @Test
  void aQualificationThatIsLostEndsTheJobWith70AndTheNextOneGoesOn() throws Exception {
    giveEachRankAHost();
    String renewing =
        "--coordinators 2 --workers 1 --items 60 --work 0.2s --ttl 12s --protocol flock --renew"
            + " 0.3s";
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            "{ while kill -0 $$ && ! grep -q sent state/ledgers/coordinator-1*; do sleep 0.1; done;"
                + " rm state/.cluster-filesystem.lock; } 2>/dev/null & "
                + CAMPAIGN
                + renewing);
    assertThat(run.status()).as(run.toString()).isEqualTo(70);
    for (String coordinator : List.of("coordinator-0", "coordinator-1")) {
      List<String> lines = ledger(coordinator);
      int lost = indexOf(lines, "\"is\":\"distrusted\"");
      assertThat(lines.get(lost)).contains("\"reason\":\"generation ");
      assertThat(lines.get(lines.size() - 1)).contains("\"is\":\"ended\"", "\"status\":70");
      assertThat(lines.subList(0, lost)).anyMatch(line -> line.contains("\"is\":\"sent\""));
      assertThat(lines.subList(lost, lines.size()))
          .noneMatch(line -> line.contains("\"is\":\"sent\""))
          .noneMatch(line -> line.contains("\"step\":\"claim\""));
    }
    ForkedCommand next = ForkedCommand.run(directory, CAMPAIGN + "--coordinators 2 --workers 3");
    assertThat(next.status()).as(next.toString()).isZero();
  }

  /** In place of the bridge one that runs each rank's command where the boot id is another one. */
  private void giveEachRankAHost() throws Exception {
    Path bridge = Files.createDirectory(directory.resolve("bin")).resolve("holdfast-mpi");
    Files.writeString(
        bridge,
        """
        #!/bin/sh
        boot=$PWD/boot-$OMPI_COMM_WORLD_RANK
        printf '00000000-0000-4000-8000-%%012d\\n' "$OMPI_COMM_WORLD_RANK" >"$boot"
        shift
        exec '%s' -- unshare --map-root-user --mount sh -c '
            mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"' "$boot" "$@"
        """
            .formatted(BRIDGES.resolve("holdfast-mpi")));
    Files.setPosixFilePermissions(bridge, PosixFilePermissions.fromString("rwx------"));
    assumeTrue(
        ForkedCommand.run(directory, "exec unshare --map-root-user --mount true").status() == 0,
        "mount namespaces cannot be made here");
  }

  private List<String> ledger(String coordinator) throws Exception {
    try (Stream<Path> ledgers = Files.list(directory.resolve("state/ledgers"))) {
      Path only =
          ledgers
              .filter(file -> file.getFileName().toString().startsWith(coordinator))
              .findFirst()
              .orElseThrow();
      return Files.readAllLines(only);
    }
  }

  private static int indexOf(List<String> lines, String words) {
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).contains(words)) {
        return at;
      }
    }
    throw new AssertionError("no line has " + words + ": " + lines);
  }

  @Test
  void aRankIsNotKilledOnPurpose() throws Exception {
    ForkedCommand run = ForkedCommand.run(directory, CAMPAIGN + "--chaos skew,kill");
    assertThat(run.status()).as(run.toString()).isEqualTo(2);
    assertThat(run.errors()).contains("a rank that is killed or stopped takes its MPI job with it");
    assertThat(directory.resolve("state")).isEmptyDirectory();
  }

  private static long number(JsonObject object, String name) {
    JsonValue value = object.fields().get(name);
    assertThat(value).as(name).isInstanceOf(JsonNumber.class);
    return ((JsonNumber) value).toLong().orElseThrow();
  }
}
