package io.holdfast.lab.lease;

import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The coordinators of a run: those at work, and what became of the others. Used by one thread. */
final class Shift {

  private static final long START_SECONDS = 60;

  /** Work is spread over this part of the time, so that most of it meets chaos. */
  private static final double FILLED = 0.7;

  /** So many free ids all workers strive for at a time. */
  private static final int FREE_IDS = 2;

  private final LeaseRunRequest request;
  private final List<Path> tables;
  private final Path ledger;
  private final Path scratch;
  private final Outside outside;
  private final List<CoordinatorProcess> atWork = new ArrayList<>();
  private final Set<Integer> killed = new HashSet<>();
  private final List<String> failures = new ArrayList<>();
  private int started;
  private volatile boolean isEnough;

  /**
   * @param tables the paths to the one table, which coordinators use in turn
   * @param scratch a directory for what coordinators say of their own failures
   */
  Shift(LeaseRunRequest request, List<Path> tables, Path ledger, Path scratch, Outside outside) {
    this.request = request;
    this.tables = tables;
    this.ledger = ledger;
    this.scratch = scratch;
    this.outside = outside;
  }

  /** Starts all coordinators, and waits until each has opened the table. */
  void begin() throws IOException, InterruptedException {
    isEnough = false;
    for (int i = 0; i < request.processes(); i++) {
      start();
    }
    for (CoordinatorProcess one : atWork) {
      one.awaitUp(START_SECONDS);
    }
  }

  private void start() throws IOException {
    int number = started++;
    LeaseMutant mutant = number % 2 == 1 ? request.mutant() : null;
    CoordinatorTask task =
        new CoordinatorTask(
            RawPath.of(tables.get(number % tables.size()).toString()),
            RawPath.of(ledger.toString()),
            number,
            request.ids(),
            places() + FREE_IDS,
            request.protocol(),
            request.ttlMillis(),
            workMillis(),
            request.seed(),
            mutant);
    Path errors = scratch.resolve("coordinator-" + number + ".errors");
    atWork.add(CoordinatorProcess.start(task, errors, outside, () -> !isEnough));
  }

  private long workMillis() {
    return (long) (FILLED * request.seconds() * 1e3 * places() / request.ids());
  }

  /** How many leases can be held at a time. */
  private int places() {
    return request.processes() * Coordinator.WORKERS;
  }

  /** Kills one, and starts another instead. */
  void replace(CoordinatorProcess victim) throws IOException, InterruptedException {
    victim.kill();
    killed.add(victim.number());
    atWork.remove(victim);
    start();
  }

  /** Tells all to end what they are at. */
  void enough() {
    isEnough = true;
  }

  /** Takes those that have ended off the list. */
  void look() throws IOException {
    for (CoordinatorProcess one : List.copyOf(atWork)) {
      if (!one.isAlive()) {
        atWork.remove(one);
        String failure = one.failure();
        if (!failure.isEmpty()) {
          failures.add(failure);
        }
      }
    }
  }

  /** Those that have not ended. */
  List<CoordinatorProcess> atWork() {
    return List.copyOf(atWork);
  }

  /** Kills what is left. */
  void dismiss() throws IOException, InterruptedException {
    for (CoordinatorProcess one : atWork) {
      one.kill();
      killed.add(one.number());
    }
    atWork.clear();
  }

  /** The numbers of those that were killed. */
  Set<Integer> killed() {
    return killed;
  }

  /** In words, how coordinators ended that were not killed and did not come through. */
  List<String> failures() {
    return failures;
  }
}
