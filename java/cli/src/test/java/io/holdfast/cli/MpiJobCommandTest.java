package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast watch} and {@code holdfast litmus} by the ranks of an MPI job. */
@Tag("litmus")
class MpiJobCommandTest {

  private static final Path BRIDGE =
      Path.of("../../native/target/cmake/native/mpi/holdfast-mpi").toAbsolutePath().normalize();

  /** One machine, perhaps root's; shared memory, no network, no UCX. */
  private static final String MPIRUN =
      "mpirun --allow-run-as-root --oversubscribe --mca pml ob1 --mca btl self,vader -np 2 "
          + BRIDGE
          + " -- \"$@\" ";

  @TempDir private Path directory;

  @BeforeEach
  void assumeThereIsMpi() throws Exception {
    assumeTrue(Files.isExecutable(BRIDGE), "no holdfast-mpi was built: there is no mpicc");
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "mpirun"))),
        "there is no mpirun");
    Files.createDirectory(directory.resolve("state"));
  }

  @Test
  void oneSpeaksForAllRanksWhatGoesWell() throws Exception {
    ForkedCommand job = ForkedCommand.run(directory, MPIRUN + "watch state --one-host");
    assertThat(job.status()).as(job.toString()).isZero();
    assertThat(job.output())
        .contains("member 0 of 2, carrier mpi", "generation 0  one-host")
        .hasLineCount(2);
  }

  @Test
  void aFailedStartIsTheStatusOfTheJob() throws Exception {
    ForkedCommand job = ForkedCommand.run(directory, MPIRUN + "watch state");
    assertThat(job.status()).as(job.toString()).isEqualTo(65);
    assertThat(job.output()).contains("generation 0  FAILED  all members are on one host");
  }

  @Test
  void aLitmusIsToldOnceAndItsVerdictIsTheStatusOfTheJob() throws Exception {
    ForkedCommand job = ForkedCommand.run(directory, MPIRUN + "litmus state");
    assertThat(job.status()).as(job.toString()).isEqualTo(3);
    assertThat(job.output())
        .containsOnlyOnce("INCONCLUSIVE for fence-table-v1+cross-host")
        .contains("2 members on one host; nothing was shown between hosts", "/1: ");
    assertThat(directory.resolve("state")).isEmptyDirectory();
  }
}
