package io.holdfast.lab.crash;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be crashed, and how often. Immutable.
 *
 * @param fileSystems each is recorded once for each workload
 * @param units how much of a disk is written at once, in bytes: 512, 4096
 * @param states most crash states of each file system, workload and unit
 * @param seed of what is written and which states are looked at
 * @param mutant the id of a mistake to make on purpose, or null
 * @param keep a directory for the records of runs with violations, or null
 * @param replayed a record to look at instead of making one, or null: then there are one file
 *     system, one workload, one unit
 * @param only the one state to look at; empty for all
 */
public record CrashRequest(
    List<CrashFileSystem> fileSystems,
    List<CrashWorkload> workloads,
    List<Integer> units,
    int states,
    long seed,
    @Nullable String mutant,
    @Nullable Path keep,
    @Nullable Path replayed,
    Optional<Integer> only) {

  /** Most states of one run. */
  public static final int STATES_LIMIT = 1_000_000;

  public CrashRequest {
    fileSystems = List.copyOf(fileSystems);
    workloads = List.copyOf(workloads);
    units = List.copyOf(units);
    if (fileSystems.isEmpty() || workloads.isEmpty() || units.isEmpty()) {
      throw new IllegalArgumentException("nothing to crash");
    }
    if (!List.of(512, 4096).containsAll(units)) {
      throw new IllegalArgumentException("a unit is 512 or 4096: " + units);
    }
    if (states < 1 || states > STATES_LIMIT) {
      throw new IllegalArgumentException("states are 1 to " + STATES_LIMIT + ": " + states);
    }
    if (replayed != null && fileSystems.size() * workloads.size() * units.size() != 1) {
      throw new IllegalArgumentException("a record is of one file system, workload and unit");
    }
  }

  /** All that is asked of some file systems by the tests: every workload, both units. */
  public static CrashRequest of(List<CrashFileSystem> fileSystems, int states, long seed) {
    return new CrashRequest(
        fileSystems,
        List.of(CrashWorkload.values()),
        List.of(4096, 512),
        states,
        seed,
        null,
        null,
        null,
        Optional.empty());
  }

  public CrashRequest withFileSystems(List<CrashFileSystem> some) {
    return new CrashRequest(some, workloads, units, states, seed, mutant, keep, replayed, only);
  }

  public CrashRequest withWorkloads(List<CrashWorkload> some) {
    return new CrashRequest(fileSystems, some, units, states, seed, mutant, keep, replayed, only);
  }

  public CrashRequest withUnits(List<Integer> some) {
    return new CrashRequest(
        fileSystems, workloads, some, states, seed, mutant, keep, replayed, only);
  }

  public CrashRequest withMutant(@Nullable String id) {
    return new CrashRequest(fileSystems, workloads, units, states, seed, id, keep, replayed, only);
  }

  public CrashRequest withKeep(@Nullable Path directory) {
    return new CrashRequest(
        fileSystems, workloads, units, states, seed, mutant, directory, replayed, only);
  }

  public CrashRequest withReplayed(@Nullable Path log, Optional<Integer> state) {
    return new CrashRequest(fileSystems, workloads, units, states, seed, mutant, keep, log, state);
  }
}
