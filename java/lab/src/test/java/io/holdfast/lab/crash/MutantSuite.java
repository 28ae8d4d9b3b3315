package io.holdfast.lab.crash;

import io.holdfast.durable.BarrierForm;
import io.holdfast.testkit.mutant.Mutant;
import io.holdfast.testkit.proof.CallFault;
import io.holdfast.testkit.proof.CrashSearch;
import io.holdfast.testkit.proof.FaultSweep;
import io.holdfast.testkit.proof.SimulatedFaults;
import io.holdfast.testkit.proof.Workload;
import io.holdfast.testkit.sim.SimCapabilities;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A proof of durability that the mutants are held against. */
enum MutantSuite {
  SIMULATED_POWER_CUTS("simulator"),
  SIMULATED_CALL_FAULTS("call faults"),
  MEMORY("memory"),
  EXT4("ext4"),
  XFS("xfs"),
  BTRFS("btrfs"),
  FAILING_DISK("failing disk");

  private static final int STATES = 150;

  /** What threads do to each other is another in each recording: one may show no mistake. */
  private static final int RECORDINGS = 5;

  private static final int TRIALS = 200;
  private static final int SIMULATED_SEEDS = 20;
  private static final int SIMULATED_STATES = 16;

  final String title;

  MutantSuite(String title) {
    this.title = title;
  }

  /** Why this suite does not see a mistake; empty where it must. */
  Optional<String> whyNot(Mutant mutant) {
    String reason =
        switch (this) {
          case SIMULATED_POWER_CUTS -> "";
          case SIMULATED_CALL_FAULTS -> whyNoFailingCallShows(mutant);
          case FAILING_DISK -> whyNoFailingDiskShows(mutant);
          case MEMORY, EXT4, XFS, BTRFS -> whyNoPowerCutShows(mutant);
        };
    return Optional.of(reason).filter(found -> !found.isEmpty());
  }

  private static String whyNoFailingCallShows(Mutant mutant) {
    return switch (mutant) {
      case NO_FILE_FSYNC, NO_DIRECTORY_FSYNC -> "";
      case JOINS_RUNNING_FSYNC, NO_BARRIER_PROBE ->
          "one thread of one process: nobody else has a barrier under way";
      case RETRIES_FAILED_FSYNC ->
          "a call that fails there was not made: the second one does all the work";
    };
  }

  private static String whyNoFailingDiskShows(Mutant mutant) {
    return switch (mutant) {
      case RETRIES_FAILED_FSYNC, NO_BARRIER_PROBE -> "";
      case NO_FILE_FSYNC, NO_DIRECTORY_FSYNC, JOINS_RUNNING_FSYNC ->
          "not asked: the power stays on, so nearly all is written without a barrier";
    };
  }

  private String whyNoPowerCutShows(Mutant mutant) {
    return switch (mutant) {
      case NO_FILE_FSYNC, NO_DIRECTORY_FSYNC -> "";
      case JOINS_RUNNING_FSYNC ->
          this == MEMORY ? "FUSE lets nobody change a directory during its fsync" : "";
      case RETRIES_FAILED_FSYNC, NO_BARRIER_PROBE -> "nothing fails before the power cut";
    };
  }

  /** Runs the suite against a mistake until it is seen, or to its end. */
  boolean catches(Mutant mutant) throws IOException {
    return switch (this) {
      case SIMULATED_POWER_CUTS -> isCaughtBySimulatedPowerCuts(mutant);
      case SIMULATED_CALL_FAULTS -> isCaughtByFailingCalls(mutant);
      case MEMORY -> isCaughtByPowerCuts(mutant, CrashFileSystem.MEMORY);
      case EXT4 -> isCaughtByPowerCuts(mutant, CrashFileSystem.EXT4);
      case XFS -> isCaughtByPowerCuts(mutant, CrashFileSystem.XFS);
      case BTRFS -> isCaughtByPowerCuts(mutant, CrashFileSystem.BTRFS);
      case FAILING_DISK ->
          EioLabTest.run(CrashFileSystem.EXT4, TRIALS, mutant, true).falseTrials() > 0;
    };
  }

  /** By several orders of the threads' steps, and in the first with each barrier failing once. */
  private static boolean isCaughtBySimulatedPowerCuts(Mutant mutant) {
    for (Workload workload : List.of(Workload.SHARED_BARRIERS, Workload.PROCESSES)) {
      for (long seed = CrashRuns.SEED; seed < CrashRuns.SEED + SIMULATED_SEEDS; seed++) {
        CrashSearch.Setting setting =
            CrashSearch.Setting.of(workload, seed, SIMULATED_STATES).withFlaw(mutant::applyTo);
        CrashSearch.Report report;
        int failing = 0;
        do {
          report = CrashSearch.run(setting.withFailingSync(failing));
          if (report.violationCount() > 0) {
            return true;
          }
        } while (seed == CrashRuns.SEED && failing++ < report.syncs());
      }
    }
    return false;
  }

  private static boolean isCaughtByFailingCalls(Mutant mutant) {
    FaultSweep.Setting setting =
        new FaultSweep.Setting(
            Workload.REPLACE,
            BarrierForm.FSYNC,
            () -> new SimulatedFaults(SimCapabilities.full()),
            mutant::applyTo);
    return !FaultSweep.run(setting, CallFault.all()).violations().isEmpty();
  }

  private static boolean isCaughtByPowerCuts(Mutant mutant, CrashFileSystem type)
      throws IOException {
    for (long seed = CrashRuns.SEED; seed < CrashRuns.SEED + RECORDINGS; seed++) {
      CrashRequest request =
          CrashRequest.of(List.of(type), STATES, seed)
              .withWorkloads(List.of(CrashWorkload.GROUP))
              .withUnits(List.of(4096))
              .withMutant(mutant.id());
      CrashResult result = CrashRuns.run(request).get(0);
      System.out.println(CrashRuns.inWords(result));
      if (result.violating() > 0) {
        return true;
      }
    }
    return false;
  }
}
