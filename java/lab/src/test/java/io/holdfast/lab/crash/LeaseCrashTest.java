package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables of leases on storage that crashes: in every state that is looked at, what was acknowledged
 * is there, and a coordinator that comes up goes on with every id: it finishes commits, gets what
 * was leased once its holder is silent, and finds no half of a group.
 */
@Tag("leases")
@Execution(ExecutionMode.CONCURRENT)
class LeaseCrashTest {

  private static final int STATES_IN_MEMORY = Math.max(2000, CrashRuns.STATES);

  /** Each state is gone on with, which takes longer than a look at files. */
  private static final int STATES_ON_DISK = CrashRuns.STATES / 3;

  static Stream<Arguments> disks() {
    return Stream.of(CrashFileSystem.XFS, CrashFileSystem.BTRFS, CrashFileSystem.EXT4)
        .flatMap(type -> CrashWorkload.ofTables().stream().map(work -> Arguments.of(type, work)));
  }

  @ParameterizedTest
  @MethodSource("disks")
  void aDiskThatLosesPowerKeepsEveryLease(CrashFileSystem type, CrashWorkload workload)
      throws IOException {
    CrashLabTest.assertThatEveryPromiseIsKept(type, workload, STATES_ON_DISK);
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.lab.crash.CrashWorkload#ofTables")
  void theStrictestFileSystemKeepsEveryLease(CrashWorkload workload) throws IOException {
    CrashResult result =
        CrashRuns.run(CrashRuns.request(CrashFileSystem.MEMORY, workload, STATES_IN_MEMORY)).get(0);
    System.out.println(CrashRuns.inWords(result));

    assertThat(CrashRuns.violations(result)).isEmpty();
    assertThat(result.states()).isEqualTo(STATES_IN_MEMORY);
  }

  @ParameterizedTest
  @CsvSource({
    "LEASES, no-directory-fsync",
    "LEASES, no-file-fsync",
    "TARGETS, no-directory-fsync",
    "FLOCK_LEASES, no-file-fsync",
    "FLOCK_TARGETS, no-directory-fsync"
  })
  void aTableWithoutItsBarriersIsCaught(CrashWorkload workload, String mutant) throws IOException {
    CrashRequest careless =
        CrashRuns.request(CrashFileSystem.MEMORY, workload, 500).withMutant(mutant);

    List<CrashResult> results = CrashRuns.run(careless);

    assertThat(results).allSatisfy(result -> assertThat(result.violating()).isPositive());
  }
}
