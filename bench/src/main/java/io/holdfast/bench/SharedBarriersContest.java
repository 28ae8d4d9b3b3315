package io.holdfast.bench;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Threads that replace in one directory: {@link SharedBarriers} against the C program. */
final class SharedBarriersContest {

  /** Changes of one shot, whatever the number of threads. */
  static final int CHANGES = 160;

  private static final double TARGET = 3;

  private static final double NO_FALL = 1;

  private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16);
  private static final int WARM_UPS = 2;
  private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(40);

  private final Reference c;
  private final String directory;
  private final int rounds;

  SharedBarriersContest(Reference c, String directory, int rounds) {
    this.c = c;
    this.directory = directory;
    this.rounds = rounds;
  }

  Table table() throws Exception {
    SharedBarriers barriers = new SharedBarriers();
    barriers.directory = directory;
    barriers.open();
    try (ThreadSeries series = new ThreadSeries()) {
      List<Contestant> all =
          THREADS.stream().flatMap(threads -> contestants(barriers, series, threads)).toList();
      Contest contest = new Contest(all, rounds, BUDGET_NANOS);
      String title = "shared barriers: replace in one directory by 1 to 16 threads, time of one";
      return judged(new Table(title, contest.run(), CHANGES).rows("C, 1 thread / this"));
    } finally {
      barriers.close();
    }
  }

  private Stream<Contestant> contestants(
      SharedBarriers barriers, ThreadSeries series, int threads) {
    Expectation shared = Expectation.shared(CHANGES);
    Expectation own = Expectation.exactly(CHANGES, CHANGES);
    String size = " " + threads + " " + CHANGES / threads;
    return Stream.of(
        c.contestant(name(threads), shared, "shared" + size),
        c.contestant(name(threads) + ", not shared", own, "own" + size),
        new Contestant(
            "Java, " + name(threads), shared, WARM_UPS, () -> shot(barriers, series, threads)));
  }

  static Contestant.Shot shot(SharedBarriers barriers, ThreadSeries series, int threads)
      throws Exception {
    barriers.mark();
    long nanos = series.run(threads, CHANGES / threads, barriers::replace);
    return new Contestant.Shot(nanos, barriers.counts());
  }

  private static String name(int threads) {
    return threads == 1 ? "1 thread" : threads + " threads";
  }

  private static Table judged(Table table) {
    int last = THREADS.size() - 1;
    Ratio lowest =
        IntStream.range(0, last)
            .mapToObj(i -> gain(table, i, i + 1))
            .min(Comparator.comparingDouble(Ratio::median))
            .orElseThrow();
    return table
        .line("  Java, throughput of 16 threads / of one: %s", gain(table, 0, last).atLeast(TARGET))
        .line("  Java, lowest step from 1 to 2, 4, 8, 16 threads:")
        .line("    %s", lowest.atLeast(NO_FALL));
  }

  private static Ratio gain(Table table, int from, int to) {
    return table.ratio("Java, " + name(THREADS.get(from)), "Java, " + name(THREADS.get(to)));
  }
}
