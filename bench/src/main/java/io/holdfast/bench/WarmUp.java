package io.holdfast.bench;

import java.util.concurrent.TimeUnit;

/**
 * Runs every piece of work until the JVM has compiled it, in memory where that is possible: a disk
 * would take minutes for as many calls. What follows is measured as in a program that has run for a
 * while.
 */
final class WarmUp {

  private static final int SERIES = 1500;
  private static final int BATCHES = 250;
  private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String directory;

  WarmUp(String directory) {
    this.directory = directory;
  }

  void run() throws Exception {
    BarrierCost cost = new BarrierCost();
    cost.directory = directory;
    cost.open();
    for (BarrierContests.Series series :
        new BarrierContests.Series[] {
          BarrierCost::file,
          BarrierCost::directory,
          BarrierCost::replace,
          BarrierCost::batch,
          BarrierCost::publish
        }) {
      repeat(SERIES, () -> BarrierContests.shot(cost, series));
    }
    cost.close();
    GroupCommit commit = new GroupCommit();
    commit.shards = 8;
    commit.directory = directory;
    commit.open();
    repeat(BATCHES, () -> GroupCommitContest.shot(commit, GroupCommit::scalar));
    repeat(BATCHES, () -> GroupCommitContest.shot(commit, GroupCommit::batch));
    commit.close();
  }

  private static void repeat(int times, Contestant.Work work) throws Exception {
    long end = System.nanoTime() + BUDGET_NANOS;
    for (int i = 0; i < times && System.nanoTime() < end; i++) {
      work.shot();
    }
  }
}
