package io.holdfast.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** What one barrier and one verb cost: {@link BarrierCost} against the C program. */
final class BarrierContests {

  private static final double VERB_TARGET = 1.05;

  /** No medium answers a flush as quickly as that. */
  private static final double PLAUSIBLE_NANOS = 10_000;

  private static final int WARM_UPS = 10;
  private static final int ROUNDS_FACTOR = 4;
  private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final Reference c;
  private final String directory;
  private final int rounds;

  BarrierContests(Reference c, String directory, int rounds) {
    this.c = c;
    this.directory = directory;
    this.rounds = ROUNDS_FACTOR * rounds;
  }

  /** A content barrier; tells when it is too quick to be one. */
  Table file() throws Exception {
    Table table = single("file", "pwrite in place, fsync", 1, 0, BarrierCost::file);
    double one = table.median("C, file");
    if (one < PLAUSIBLE_NANOS) {
      table.line(
          "  An fsync within %.1f µs: no medium answers that quickly. Nothing here is durable,%n"
              + "  and what follows shows what the calls cost, not what barriers cost.",
          one / 1e3);
    }
    return table;
  }

  Table directory() throws Exception {
    return single(
        "directory", "renameat2, fsync of the directory, probe", 0, 1, BarrierCost::directory);
  }

  Table replace() throws Exception {
    return judged(single("replace", "the verb", 1, 1, BarrierCost::replace), "replace");
  }

  Table publish() throws Exception {
    return judged(single("publish", "the verb", 1, 1, BarrierCost::publish), "publish");
  }

  /** A small batch, for what it saves beside a single verb. */
  Table batch() throws Exception {
    int records = BarrierCost.TIMES;
    return contest(
        "batch: " + records + " records in one directory, time of one record",
        "batch",
        Expectation.exactly(records, 1),
        "fan " + records + " 1 " + records,
        BarrierCost::batch);
  }

  private Table single(String what, String means, int files, int directories, Series series)
      throws Exception {
    int times = BarrierCost.TIMES;
    return contest(
        what + ": " + means,
        what,
        Expectation.exactly((long) times * files, (long) times * directories),
        what + " " + times,
        series);
  }

  /** One of {@link BarrierCost}'s methods. */
  interface Series {
    void run(BarrierCost cost) throws Exception;
  }

  private Table contest(
      String title, String what, Expectation expectation, String command, Series series)
      throws Exception {
    BarrierCost cost = new BarrierCost();
    cost.directory = directory;
    cost.open();
    try {
      Contestant inC = c.contestant(what, expectation, command);
      Contestant java =
          new Contestant("Java, " + what, expectation, WARM_UPS, () -> shot(cost, series));
      Contest contest = new Contest(List.of(inC, java), rounds, BUDGET_NANOS);
      return new Table(title, contest.run(), BarrierCost.TIMES).rows("C / this");
    } finally {
      cost.close();
    }
  }

  static Contestant.Shot shot(BarrierCost cost, Series series) throws Exception {
    cost.mark();
    long start = System.nanoTime();
    series.run(cost);
    Contestant.Shot shot = new Contestant.Shot(System.nanoTime() - start, cost.counts());
    cost.check();
    return shot;
  }

  private static Table judged(Table table, String what) {
    Ratio ratio = table.ratio("Java, " + what, "C, " + what);
    return table.line("  Java / C: %s", ratio.atMost(VERB_TARGET));
  }
}
