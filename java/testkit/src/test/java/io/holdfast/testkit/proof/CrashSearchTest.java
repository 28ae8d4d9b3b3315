package io.holdfast.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.durable.BarrierForm;
import io.holdfast.testkit.mutant.Mutant;
import io.holdfast.testkit.sim.Barriers;
import io.holdfast.testkit.sim.SimCapabilities;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Power cuts at every step of every workload, on storage that keeps its word and on storage that
 * fails once.
 *
 * <p>System properties: {@code holdfast.proof.seed}, where seeds begin; {@code
 * holdfast.proof.rounds}, how many of them; {@code holdfast.proof.again}, the one moment of an
 * earlier run that is to be looked at again, as a failure prints it.
 */
class CrashSearchTest {

  private static final long SEED = Long.getLong("holdfast.proof.seed", 20_261_129L);
  private static final int ROUNDS = Integer.getInteger("holdfast.proof.rounds", 3);
  private static final String AGAIN = System.getProperty("holdfast.proof.again", "");
  private static final int STATES_PER_POINT = 48;
  private static final int STATES_PER_POINT_OF_A_FAILURE = 8;

  /** What a run of STRICT looks at, at least. */
  private static final long LEAST_STATES = 20_000;

  @ParameterizedTest
  @EnumSource
  void nothingAcknowledgedIsLost(Storage storage) {
    assumeTrue(AGAIN.isEmpty(), "one moment of an earlier run is looked at");
    long states = 0;
    long points = 0;
    for (Workload workload : Workload.values()) {
      for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
        CrashSearch.Report report =
            CrashSearch.run(storage.crashes(workload, seed, STATES_PER_POINT));
        require(storage, workload, seed, 0, report);
        states += report.states();
        points += report.points();
      }
    }
    System.out.printf(
        "crash search, %s storage: %,d states at %,d moments, seeds %d to %d%n",
        storage.id(), states, points, SEED, SEED + ROUNDS - 1);
    if (storage == Storage.STRICT && ROUNDS >= 3) {
      assertThat(states).isGreaterThanOrEqualTo(LEAST_STATES);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingAcknowledgedIsLostWhenABarrierFails(Workload workload) {
    assumeTrue(AGAIN.isEmpty(), "one moment of an earlier run is looked at");
    long states = 0;
    int failing = 1;
    CrashSearch.Report report;
    do {
      CrashSearch.Setting setting =
          Storage.STRICT
              .crashes(workload, SEED, STATES_PER_POINT_OF_A_FAILURE)
              .withFailingSync(failing);
      report = CrashSearch.run(setting);
      require(Storage.STRICT, workload, SEED, failing, report);
      states += report.states();
    } while (report.syncs() >= failing++);
    System.out.printf(
        "crash search, %s with each of %d barriers failing: %,d states, seed %d%n",
        workload.id(), failing - 2, states, SEED);
  }

  /** Held against a mutant, so that the lists of violations tell the runs apart. */
  @ParameterizedTest
  @EnumSource
  void aSeedGivesTheSameRunAgain(Workload workload) {
    long violations = 0;
    for (Storage storage : Storage.values()) {
      Mutant mutant = storage == Storage.SERVER ? Mutant.NO_FILE_FSYNC : Mutant.NO_DIRECTORY_FSYNC;
      CrashSearch.Setting setting =
          storage.crashes(workload, SEED, STATES_PER_POINT_OF_A_FAILURE).withFlaw(mutant::applyTo);

      CrashSearch.Report first = CrashSearch.run(setting);

      assertThat(CrashSearch.run(setting)).as(storage.id()).isEqualTo(first);
      violations += first.violationCount();
    }
    assertThat(violations).isPositive();
  }

  @Test
  void storageThatOnlyAcceptsBarriersIsCaught() {
    SimCapabilities accepting = SimCapabilities.full().withBarriers(Barriers.ACCEPTED);

    assertThat(
            CrashSearch.run(
                    Storage.STRICT.crashes(Workload.REPLACE, SEED, 8).withStorage(accepting))
                .violationCount())
        .isPositive();
  }

  @Test
  void storageThatWantsASentinelIsCaughtWithoutOne() {
    assertThat(
            CrashSearch.run(
                    Storage.SERVER.crashes(Workload.REPLACE, SEED, 8).withForm(BarrierForm.FSYNC))
                .violationCount())
        .isPositive();
  }

  @Test
  void anEarlierMomentIsLookedAtAgain() {
    assumeTrue(!AGAIN.isEmpty(), "-Dholdfast.proof.again names no moment");
    List<String> words = List.of(AGAIN.split(":", -1));
    Storage storage = Storage.valueOf(words.get(0));
    Workload workload = Workload.valueOf(words.get(1));
    long seed = Long.parseLong(words.get(2));
    int failing = Integer.parseInt(words.get(3));
    int perPoint = failing == 0 ? STATES_PER_POINT : STATES_PER_POINT_OF_A_FAILURE;

    CrashSearch.Report report =
        CrashSearch.run(
            storage.crashes(workload, seed, perPoint).withFailingSync(failing),
            Integer.parseInt(words.get(4)));

    require(storage, workload, seed, failing, report);
  }

  private static void require(
      Storage storage, Workload workload, long seed, int failing, CrashSearch.Report report) {
    if (report.violationCount() == 0) {
      return;
    }
    String which = storage + ":" + workload + ":" + seed + ":" + failing + ":";
    fail(
        report.violationCount()
            + " states contradict what was told:\n"
            + report.violations().stream()
                .map(CrashSearch.Violation::toString)
                .collect(Collectors.joining("\n"))
            + "\nonce more: mvn -pl java/testkit -am test -Dtest=CrashSearchTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dholdfast.proof.again="
            + which
            + report.violations().get(0).point());
  }
}
