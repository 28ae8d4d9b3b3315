package io.holdfast.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The questions about the durable verbs, each a contest of Java with the C program. */
final class DurableContests {

  private static final int RECORDS = 64;
  private static final int WARM_UPS = 24;
  private static final List<Integer> WIDTHS = List.of(2, 4, 8, 16);
  private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16);

  /** Changes of one shot, whatever the number of threads. */
  private static final int CHANGES = 160;

  private static final double BATCH_TARGET = 1.15;
  private static final double VERB_TARGET = 1.05;
  private static final double THREADS_TARGET = 3;

  /** Throughput has fallen when it is below this part of the one before. */
  private static final double FALL = 0.95;

  /** No medium answers a flush as quickly as that. */
  private static final double PLAUSIBLE_NANOS = 10_000;

  private static final long BATCH_BUDGET = TimeUnit.SECONDS.toNanos(38);
  private static final long BARRIER_BUDGET = TimeUnit.SECONDS.toNanos(6);
  private static final long THREADS_BUDGET = TimeUnit.SECONDS.toNanos(40);

  private final Reference c;
  private final int rounds;

  DurableContests(Reference c, int rounds) {
    this.c = c;
    this.rounds = rounds;
  }

  /** One of {@link BarrierCost}'s methods. */
  private interface Series {
    void run(BarrierCost cost) throws Exception;
  }

  /** A content barrier; tells when it is too quick to be one. */
  Table file() throws Exception {
    Table table = barrier("file", "pwrite in place, fsync", 1, 0, BarrierCost::file);
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
    return barrier("directory", "renameat2, fsync of the directory", 0, 1, BarrierCost::directory);
  }

  Table replace() throws Exception {
    Table table = barrier("replace", "the verb", 1, 1, BarrierCost::replace);
    return judged(table, "replace");
  }

  Table publish() throws Exception {
    Table table = barrier("publish", "the verb", 1, 1, BarrierCost::publish);
    return judged(table, "publish");
  }

  /** A small batch, for what it adds to a single verb. */
  Table smallBatch() throws Exception {
    int records = BarrierCost.TIMES;
    Expectation expectation = Expectation.exactly(records, 1);
    String command = "fan " + records + " 1 " + records;
    return run(
        "batch: " + records + " records in one directory, time of one record",
        BarrierCost.TIMES,
        c.contestant("batch", expectation, command),
        BarrierCost::batch,
        "batch",
        expectation);
  }

  private Table barrier(String what, String means, int files, int directories, Series series)
      throws Exception {
    int times = BarrierCost.TIMES;
    Expectation expectation = Expectation.exactly((long) times * files, (long) times * directories);
    return run(
        what + ": " + means,
        times,
        c.contestant(what, expectation, what + " " + times),
        series,
        what,
        expectation);
  }

  private Table run(
      String title,
      int operations,
      Contestant inC,
      Series series,
      String what,
      Expectation expectation)
      throws Exception {
    BarrierCost cost = new BarrierCost();
    cost.open();
    try {
      Contestant.Work work =
          () -> {
            cost.mark();
            long start = System.nanoTime();
            series.run(cost);
            Contestant.Shot shot = new Contestant.Shot(System.nanoTime() - start, cost.counts());
            cost.check();
            return shot;
          };
      Contestant java = new Contestant("Java, " + what, expectation, WARM_UPS, work);
      Contest contest = new Contest(List.of(inC, java), 4 * rounds, BARRIER_BUDGET);
      return new Table(title, contest.run(), operations).rows("C / this");
    } finally {
      cost.close();
    }
  }

  private static Table judged(Table table, String what) {
    double ratio = table.median("Java, " + what) / table.median("C, " + what);
    return table.line(
        "  Java / C: %.3f; target %.2f: %s",
        ratio, VERB_TARGET, ratio <= VERB_TARGET ? "met" : "missed");
  }

  /** 64 records over some directories, by every way that C knows. */
  Table groupCommit(int shards) throws Exception {
    GroupCommit commit = new GroupCommit();
    commit.shards = shards;
    commit.records = RECORDS;
    commit.open();
    try {
      Contest contest = new Contest(batches(commit, shards), rounds, BATCH_BUDGET);
      String title =
          String.format(
              Locale.ROOT,
              "group commit: %d records of %d bytes, %d shard%s",
              RECORDS,
              Ground.RECORD_BYTES,
              shards,
              shards == 1 ? "" : "s");
      return judgedBatch(new Table(title, contest.run(), 1).rows("C, one by one / this"));
    } finally {
      commit.close();
    }
  }

  private List<Contestant> batches(GroupCommit commit, int shards) {
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
    all.add(java("batch", batch, commit, commit::batch));
    all.add(java("one by one", oneByOne, commit, commit::scalar));
    return all;
  }

  private static String fanOut(int width) {
    return "fan-out over " + width + " threads";
  }

  /** A method of {@link GroupCommit}. */
  private interface Body {
    void run() throws Exception;
  }

  private static Contestant java(
      String name, Expectation expectation, GroupCommit commit, Body body) {
    return new Contestant(
        "Java, " + name,
        expectation,
        WARM_UPS,
        () -> {
          commit.mark();
          long start = System.nanoTime();
          body.run();
          return new Contestant.Shot(System.nanoTime() - start, commit.counts());
        });
  }

  private static Table judgedBatch(Table table) {
    int best = WIDTHS.get(0);
    for (int width : WIDTHS) {
      if (table.median("C, " + fanOut(width)) < table.median("C, " + fanOut(best))) {
        best = width;
      }
    }
    double ratio = table.median("Java, batch") / table.median("C, " + fanOut(best));
    return table
        .line(
            "  Java, batch / C, %s, its best: %.2f; target %.2f: %s",
            fanOut(best), ratio, BATCH_TARGET, ratio <= BATCH_TARGET ? "met" : "missed")
        .line(
            "  Java, one by one / Java, batch: %.2f",
            table.median("Java, one by one") / table.median("Java, batch"));
  }

  /** Threads that replace in one directory. */
  Table threads() throws Exception {
    SharedBarriers barriers = new SharedBarriers();
    barriers.open();
    try (ThreadSeries series = new ThreadSeries()) {
      List<Contestant> all =
          THREADS.stream().flatMap(threads -> onThreads(barriers, series, threads)).toList();
      Contest contest = new Contest(all, rounds, THREADS_BUDGET);
      return judgedThreads(
          new Table(
                  "shared barriers: replace in one directory by 1 to 16 threads, time of one",
                  contest.run(),
                  CHANGES)
              .rows("throughput / C, 1 thread"));
    } finally {
      barriers.close();
    }
  }

  private Stream<Contestant> onThreads(SharedBarriers barriers, ThreadSeries series, int threads) {
    Expectation expectation = Expectation.shared(CHANGES);
    int times = CHANGES / threads;
    String size = " " + threads + " " + times;
    Contestant.Work work =
        () -> {
          barriers.mark();
          long nanos = series.run(threads, times, barriers::replace);
          return new Contestant.Shot(nanos, barriers.counts());
        };
    return Stream.of(
        c.contestant(shared(threads), expectation, "shared" + size),
        c.contestant(
            "own barriers, " + threads, Expectation.exactly(CHANGES, CHANGES), "own" + size),
        new Contestant("Java, " + shared(threads), expectation, 2, work));
  }

  private static String shared(int threads) {
    return "shared barriers, " + threads;
  }

  private static Table judgedThreads(Table table) {
    Supplier<IntStream> steps = () -> IntStream.range(1, THREADS.size());
    double lowest = steps.get().mapToDouble(i -> gain(table, i - 1, i)).min().orElse(0);
    double whole = gain(table, 0, THREADS.size() - 1);
    return table
        .line(
            "  Java, throughput of 16 threads / of one: %.2f; target %.0f: %s",
            whole, THREADS_TARGET, whole >= THREADS_TARGET ? "met" : "missed")
        .line(
            "  Java, lowest step from 1 to 2, 4, 8, 16: %.2f; target never falls: %s",
            lowest, lowest >= FALL ? "met" : "missed");
  }

  private static double gain(Table table, int from, int to) {
    return table.median("Java, " + shared(THREADS.get(from)))
        / table.median("Java, " + shared(THREADS.get(to)));
  }
}
