package io.holdfast.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Claims that are released at once, each transition with two barriers of its directory. */
final class ClaimContests {

  private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16);
  private static final List<Integer> PROCESSES = List.of(1, 2, 4, 8);
  private static final double NO_FALL = 1;
  private static final double PYTHON_TARGET = 10;
  private static final double CLAIMS_TARGET = 20_000;
  private static final int ON_DISK = 160;
  private static final int WARM_UPS = 3;

  /** Barriers of one claim and its release, when nobody shares any. */
  private static final int FILE_SYNCS = 2;

  private static final int DIRECTORY_SYNCS = 4;

  private final String directory;
  private final String memory;
  private final Effort effort;

  ClaimContests(String directory, String memory, Effort effort) {
    this.directory = directory;
    this.memory = memory;
    this.effort = effort;
  }

  /** One process, 1 to 16 threads, each with ids of its own. */
  Table byThreads(boolean inMemory) throws Exception {
    String place = inMemory ? memory : directory;
    int claims = inMemory ? effort.claims() : ON_DISK;
    try (LeaseGround ground = ClaimWorker.ground(place, "threads-" + inMemory);
        ThreadSeries series = new ThreadSeries()) {
      int[] turns = new int[SharedBarriers.THREAD_LIMIT];
      ThreadSeries.Body body =
          thread ->
              ground.release(
                  ground.claim(thread * ClaimWorker.IDS + turns[thread]++ % ClaimWorker.IDS));
      series.run(SharedBarriers.THREAD_LIMIT, ClaimWorker.IDS, body);
      List<Contestant> all = new ArrayList<>();
      for (int threads : THREADS) {
        all.add(
            new Contestant(
                name(threads, "thread"),
                transitions(claims),
                WARM_UPS,
                () -> shot(ground, series, threads, claims / threads, body)));
      }
      String title = "claim and release by threads, " + (inMemory ? "in memory" : "in DIR");
      Table table = new Table(title, effort.contest(all).run(), claims).rows("1 thread / this");
      return judged(table, THREADS, "thread", inMemory);
    }
  }

  private static Contestant.Shot shot(
      LeaseGround ground, ThreadSeries series, int threads, int times, ThreadSeries.Body body)
      throws Exception {
    ground.mark();
    long nanos = series.run(threads, times, body);
    ground.requireUncontended();
    return new Contestant.Shot(nanos, ground.counts());
  }

  /** Each transition stages one record; its directory barriers may serve others as well. */
  private static Expectation transitions(int claims) {
    return (who, counts) -> {
      if (counts.fileSyncs() != (long) FILE_SYNCS * claims
          || counts.directorySyncs() < 1
          || counts.directorySyncs() > (long) DIRECTORY_SYNCS * claims
          || counts.probes() != counts.directorySyncs()) {
        throw new WrongCountsException(
            who + ": expected two file syncs for each of " + claims + " claims, counted " + counts);
      }
    };
  }

  private static String name(int count, String what) {
    return count + " " + what + (count == 1 ? "" : what.endsWith("s") ? "es" : "s");
  }

  private static Table judged(Table table, List<Integer> sizes, String what, boolean inMemory) {
    int last = sizes.size() - 1;
    Ratio lowest =
        IntStream.range(0, last)
            .mapToObj(i -> table.ratio(name(sizes.get(i), what), name(sizes.get(i + 1), what)))
            .min(Comparator.comparingDouble(Ratio::median))
            .orElseThrow();
    String most = name(sizes.get(last), what);
    table
        .line("  throughput of %s / of one: %s", most, table.ratio(name(1, what), most))
        .line("  lowest step: %s", lowest.atLeast(NO_FALL))
        .line("  claims of a second, %s: %s", most, table.perSecond(most));
    if (inMemory) {
      String two = name(2, what);
      table.line("  claims of a second, %s: %s", two, table.perSecond(two).atLeast(CLAIMS_TARGET));
    }
    return table;
  }

  /** 1 to 8 JVMs in one table, each with ids of its own. */
  Table byProcesses() throws Exception {
    List<Reference> workers = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES.get(PROCESSES.size() - 1); i++) {
        workers.add(worker(i));
      }
      List<Contestant> all = new ArrayList<>();
      for (int processes : PROCESSES) {
        List<Reference> some = workers.subList(0, processes);
        all.add(
            new Contestant(
                name(processes, "process"),
                Expectation.exactly((long) FILE_SYNCS * ON_DISK, (long) DIRECTORY_SYNCS * ON_DISK),
                WARM_UPS,
                () -> shot(some)));
      }
      Table table =
          new Table("claim and release by processes, in DIR", effort.contest(all).run(), ON_DISK)
              .rows("1 process / this");
      return judged(table, PROCESSES, "process", false);
    } finally {
      for (Reference worker : workers) {
        worker.close();
      }
    }
  }

  private Reference worker(int number) throws IOException {
    return new Reference(
        "Java",
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ClaimWorker.class.getName(),
            directory,
            memory,
            Integer.toString(number * ClaimWorker.IDS)));
  }

  private static Contestant.Shot shot(List<Reference> workers) throws IOException {
    long start = System.nanoTime();
    for (Reference worker : workers) {
      worker.tell("claims " + ON_DISK / workers.size());
    }
    Counts sum = Counts.NONE;
    for (Reference worker : workers) {
      sum = sum.plus(worker.answer().counts());
    }
    return new Contestant.Shot(System.nanoTime() - start, sum);
  }

  /** The same calls from Python, one thread each, in memory: what is not a system call. */
  Table besidePython(Path program) throws Exception {
    int claims = effort.claims();
    Expectation own =
        Expectation.exactly((long) FILE_SYNCS * claims, (long) DIRECTORY_SYNCS * claims);
    try (LeaseGround ground = ClaimWorker.ground(memory, "beside-python");
        ThreadSeries series = new ThreadSeries();
        Reference python =
            new Reference("Python", List.of("python3", program.toString(), memory))) {
      int[] turn = new int[1];
      ThreadSeries.Body body = thread -> ground.release(ground.claim(turn[0]++ % ClaimWorker.IDS));
      series.run(1, ClaimWorker.IDS, body);
      List<Contestant> all =
          List.of(
              python.contestant("claim and release", own, "claims " + claims),
              new Contestant(
                  "Java, claim and release",
                  own,
                  WARM_UPS,
                  () -> shot(ground, series, 1, claims, body)));
      Table table =
          new Table("claim and release beside Python, in memory", effort.contest(all).run(), claims)
              .rows("Python / this");
      Ratio ratio = table.ratio("Python, claim and release", "Java, claim and release");
      return table.line("  Python / Java: %s", ratio.atLeast(PYTHON_TARGET));
    }
  }
}
