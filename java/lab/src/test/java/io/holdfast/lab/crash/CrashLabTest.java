package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The JVM with the JNI binding and the durable verbs on storage that crashes: in every state that
 * is looked at, what was acknowledged is there, and nothing is torn. A run that looks at fewer
 * states than it should fails.
 *
 * <p>The publish workload leaves no staged name on a disk, on btrfs as well: files are published
 * from O_TMPFILE there, and a name on its way would be a stray.
 */
@Tag("durable")
@Execution(ExecutionMode.CONCURRENT)
class CrashLabTest {

  private static final int FEWEST_STATES_IN_MEMORY = 2000;

  /** More than a run has crash points, so that each of them is one. */
  private static final int STATES_IN_MEMORY = Math.max(5000, CrashRuns.STATES);

  /** Where a superblock may be torn, a few states more are asked for. */
  private static final int MAY_NOT_MOUNT = 10;

  static Stream<Arguments> disks() {
    return Stream.of(CrashFileSystem.XFS, CrashFileSystem.BTRFS, CrashFileSystem.EXT4)
        .flatMap(
            type -> CrashWorkload.ofVerbs().stream().map(workload -> Arguments.of(type, workload)));
  }

  @ParameterizedTest
  @MethodSource("disks")
  void aDiskThatLosesPowerKeepsEveryPromise(CrashFileSystem type, CrashWorkload workload)
      throws IOException {
    assertThatEveryPromiseIsKept(type, workload, CrashRuns.STATES);
  }

  static void assertThatEveryPromiseIsKept(CrashFileSystem type, CrashWorkload workload, int states)
      throws IOException {
    List<CrashResult> results = run(CrashRuns.request(type, workload, states + MAY_NOT_MOUNT));

    assertThat(results).extracting(CrashResult::unit).containsExactly(4096, 512);
    for (CrashResult result : results) {
      assertThat(CrashRuns.violations(result)).isEmpty();
      assertThat(result.states() - result.unmountable())
          .as("states looked at")
          .isGreaterThanOrEqualTo(states);
      if (result.unit() >= type.wholeBytes()) {
        assertThat(result.unmountable()).isZero();
      }
    }
  }

  /** Each change, barrier and mark of the run is a crash point. */
  @ParameterizedTest
  @MethodSource("io.holdfast.lab.crash.CrashWorkload#ofVerbs")
  void theStrictestFileSystemKeepsEveryPromise(CrashWorkload workload) throws IOException {
    List<CrashResult> results =
        run(CrashRuns.request(CrashFileSystem.MEMORY, workload, STATES_IN_MEMORY));

    assertThat(results).hasSize(1);
    assertThat(CrashRuns.violations(results.get(0))).isEmpty();
    assertThat(results.get(0).records()).isLessThanOrEqualTo(STATES_IN_MEMORY);
    assertThat(results.get(0).states()).isGreaterThanOrEqualTo(FEWEST_STATES_IN_MEMORY);
  }

  @Test
  void aKeptRecordShowsTheSameViolationAgain() throws IOException {
    CrashRequest careless =
        CrashRuns.request(CrashFileSystem.MEMORY, CrashWorkload.REPLACE, 200)
            .withMutant("no-directory-fsync");
    CrashResult first = CrashRuns.run(careless).get(0);
    CrashResult.Violation violation = first.violations().get(0);
    Path log = Path.of(String.valueOf(first.log()));

    CrashResult again =
        CrashRuns.run(
                careless.withUnits(List.of(4096)).withReplayed(log, Optional.of(violation.state())))
            .get(0);

    assertThat(again.states()).isEqualTo(1);
    assertThat(again.violations()).containsExactly(violation);
    assertThat(first.again(violation)).contains("--log " + log).endsWith("" + violation.state());
  }

  private static List<CrashResult> run(CrashRequest request) throws IOException {
    List<CrashResult> results = CrashRuns.run(request);
    results.forEach(result -> System.out.println(CrashRuns.inWords(result)));
    return results;
  }
}
