package io.holdfast.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * 64 records over some directories: {@link GroupCommit} against every way that the C program has.
 */
final class GroupCommitContest {

  static final int RECORDS = 64;

  private static final double TARGET = 1.15;
  private static final List<Integer> WIDTHS = List.of(2, 4, 8, 16);
  private static final int WARM_UPS = 5;
  private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(32);

  private final Reference c;
  private final String directory;
  private final int rounds;

  GroupCommitContest(Reference c, String directory, int rounds) {
    this.c = c;
    this.directory = directory;
    this.rounds = rounds;
  }

  Table over(int shards) throws Exception {
    GroupCommit commit = new GroupCommit();
    commit.shards = shards;
    commit.records = RECORDS;
    commit.directory = directory;
    commit.open();
    try {
      Contest contest = new Contest(contestants(commit, shards), rounds, BUDGET_NANOS);
      String size = RECORDS + " records of " + Ground.RECORD_BYTES + " bytes";
      String title = "group commit: " + size + ", " + shards + (shards == 1 ? " shard" : " shards");
      return judged(new Table(title, contest.run(), 1).rows("C, one by one / this"));
    } finally {
      commit.close();
    }
  }

  private List<Contestant> contestants(GroupCommit commit, int shards) {
    Expectation oneByOne = Expectation.exactly(RECORDS, RECORDS);
    Expectation batch = Expectation.exactly(RECORDS, shards);
    String size = " " + RECORDS + " " + shards;
    List<Contestant> all = new ArrayList<>();
    all.add(c.contestant("one by one", oneByOne, "scalar" + size));
    all.add(c.contestant("batch", batch, "batch" + size));
    all.add(c.contestant("batch, write-back first", batch, "writeback" + size));
    for (int width : WIDTHS) {
      all.add(c.contestant(fanOut(width), batch, "fan" + size + " " + width));
    }
    all.add(java("batch", batch, commit, GroupCommit::batch));
    all.add(java("one by one", oneByOne, commit, GroupCommit::scalar));
    return all;
  }

  private static String fanOut(int width) {
    return "fan-out over " + width + " threads";
  }

  /** One of {@link GroupCommit}'s methods. */
  interface Body {
    void run(GroupCommit commit) throws Exception;
  }

  private static Contestant java(
      String name, Expectation expectation, GroupCommit commit, Body body) {
    return new Contestant("Java, " + name, expectation, WARM_UPS, () -> shot(commit, body));
  }

  static Contestant.Shot shot(GroupCommit commit, Body body) throws Exception {
    commit.mark();
    long start = System.nanoTime();
    body.run(commit);
    return new Contestant.Shot(System.nanoTime() - start, commit.counts());
  }

  private static Table judged(Table table) {
    String best = "C, " + fanOut(WIDTHS.get(0));
    for (int width : WIDTHS) {
      String next = "C, " + fanOut(width);
      best = table.median(next) < table.median(best) ? next : best;
    }
    return table
        .line("  Java, batch / %s, its best:", best)
        .line("    %s", table.ratio("Java, batch", best).atMost(TARGET))
        .line(
            "  Java, one by one / Java, batch: %s", table.ratio("Java, one by one", "Java, batch"));
  }
}
