package io.holdfast.lab.lease;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.RigException;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A table of moved fences that coordinators of several hosts strive for. Their ledgers are their
 * own, for hosts share no clock; what is held against each other is who won which number.
 *
 * <p>Used by one thread.
 */
public final class ContestedTable {

  /** How long a lease lives; a host that is silent for longer loses what it holds. */
  public static final long TTL_MILLIS = 2000;

  private static final int IDS = 5000;

  /** Fewer than all workers could hold: they strive for the same ids. */
  private static final int WINDOW = 4;

  private static final long WORK_MILLIS = 40;
  private static final long START_SECONDS = 90;
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Outside outside = new Outside();
  private final List<CoordinatorProcess> coordinators = new ArrayList<>();
  private final List<LedgerLine> lines = new ArrayList<>();
  private volatile boolean isEnough;

  /** Nobody strives for it yet. */
  public ContestedTable() {
    // Everything begins with the first coordinator.
  }

  /**
   * What came of it.
   *
   * @param transitions how many were acknowledged
   * @param refusals claims that somebody else's lease refused
   * @param steals leases taken from who was silent for too long
   * @param violations numbers of an id that two were told they had won, and ids that were completed
   *     twice, in words
   */
  public record Result(long transitions, long refusals, long steals, List<String> violations) {

    public Result {
      violations = List.copyOf(violations);
    }
  }

  /**
   * The argument vector of one coordinator, to be run on its host.
   *
   * @param table the directory of the table as that host sees it
   * @param ledger a file that the coordinator appends to, on its host
   * @param temporary a directory on its host for copies of native files
   */
  public static List<String> program(
      int coordinator, RawPath table, RawPath ledger, Path temporary, long seed) {
    CoordinatorTask task =
        new CoordinatorTask(
            table,
            ledger,
            coordinator,
            IDS,
            WINDOW,
            Protocol.FENCE,
            TTL_MILLIS,
            WORK_MILLIS,
            seed,
            null);
    return LabNamespace.java(CoordinatorMain.class, task.words(), temporary);
  }

  /**
   * Starts a coordinator; {@link #awaitUp} waits for all.
   *
   * @param command runs {@link #program} with its input and output
   * @param errors a file for what it says of its own failure
   */
  public void start(int coordinator, List<String> command, Path errors) throws IOException {
    coordinators.add(
        CoordinatorProcess.start(coordinator, command, errors, outside, () -> !isEnough));
  }

  /** Waits until every coordinator has opened the table. */
  public void awaitUp() throws IOException, InterruptedException {
    for (CoordinatorProcess one : coordinators) {
      one.awaitUp(START_SECONDS);
    }
  }

  /** Lets all come to their end, and waits for it. */
  public void end() throws IOException {
    isEnough = true;
    long deadline = System.nanoTime() + END_NANOS;
    for (CoordinatorProcess one : coordinators) {
      while (one.isAlive()) {
        if (System.nanoTime() - deadline > 0) {
          throw new RigException("coordinator " + one.number() + " does not end");
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
      if (!one.failure().isEmpty()) {
        throw new RigException(one.failure());
      }
    }
  }

  /** Takes a ledger, whole. */
  public void addLedger(String text) {
    text.lines().filter(line -> !line.isBlank()).map(LedgerLine::of).forEach(lines::add);
  }

  /** Holds all ledgers against each other. */
  public Result result() {
    Map<LeaseFigure, Long> figures = new Tally(lines).figures();
    List<String> violations = new ArrayList<>(outside.violations());
    Map<String, LedgerLine> winners = new HashMap<>();
    for (LedgerLine line : lines) {
      if (line.deed().isTransition()) {
        once(winners, "id %d, number %d".formatted(line.number(), line.fence()), line, violations);
      }
      if (line.deed().isEnd()) {
        once(winners, "end of id " + line.number(), line, violations);
      }
    }
    return new Result(
        lines.stream().filter(line -> line.deed().isTransition()).count(),
        figures.getOrDefault(LeaseFigure.CONFLICTS, 0L),
        figures.getOrDefault(LeaseFigure.STEALS, 0L),
        violations);
  }

  private static void once(
      Map<String, LedgerLine> winners, String what, LedgerLine line, List<String> violations) {
    LedgerLine other = winners.putIfAbsent(what, line);
    if (other != null) {
      violations.add(what + ": two winners: " + other.inWords() + ", " + line.inWords());
    }
  }
}
