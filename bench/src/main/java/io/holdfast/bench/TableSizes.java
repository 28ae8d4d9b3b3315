package io.holdfast.bench;

import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.RecordCounts;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tables of many records, made without barriers: what is measured is what comes after. */
final class TableSizes {

  private static final double SCAN_TARGET = 100_000;
  private static final double POINT_TARGET = 1.1;
  private static final int SHARDS = 64;
  private static final int SCANNED = 100_000;
  private static final int SMALL = 1_000;
  private static final int POINTS = 64;
  private static final int WARM_UPS = 3;
  private static final double MEBI = 1 << 20;

  private final String directory;
  private final Effort effort;

  TableSizes(String directory, Effort effort) {
    this.directory = directory;
    this.effort = effort;
  }

  /** Reads every record of a table. */
  Table scan() throws Exception {
    int records = Math.min(SCANNED, effort.records());
    fill("scanned", records);
    try (LeaseGround ground = open("scanned")) {
      String name = "Java, counts";
      List<Contestant> all = List.of(reading(name, ground, records));
      Table table =
          new Table(
                  "scan: " + records + " records, time of one", effort.contest(all).run(), records)
              .rows("first / this");
      return table.line("  records of a second: %s", table.perSecond(name).atLeast(SCAN_TARGET));
    }
  }

  /** The same operations on a table of a thousand records and on a large one. */
  Table sizes() throws Exception {
    double nanos = fill("small", SMALL) + fill("large", effort.records());
    long before = usedHeap();
    try (LeaseGround small = open("small");
        LeaseGround large = open("large")) {
      Table all =
          pair("open and close a table", 1, small, large, TableSizes::reopen)
              .append(pair("read, time of one", POINTS, small, large, TableSizes::read))
              .append(
                  pair("claim and release, time of one", POINTS, small, large, TableSizes::claims));
      Map<WorkId, LeaseToken> ofSmall = held(small);
      Map<WorkId, LeaseToken> ofLarge = held(large);
      String beats = "heartbeat of " + SMALL + " leases, time of one";
      all.append(
          pair(
              beats,
              SMALL,
              small,
              large,
              ground -> HeartbeatContests.beat(ground, ground == small ? ofSmall : ofLarge)));
      List<Contestant> stats = List.of(reading("Java, counts", large, effort.records()));
      String title = "stats: " + effort.records() + " records, time of one";
      all.append(
          new Table(title, effort.contest(stats).run(), effort.records()).rows("first / this"));
      return all.line("  made without barriers: %.1f µs a record", nanos / 1e3 / records())
          .line("  heap that both tables take, open: %.1f MiB", (usedHeap() - before) / MEBI)
          .line("  listings that no scan asked for: %d", scans(small) + scans(large));
    }
  }

  private int records() {
    return SMALL + effort.records();
  }

  private static long scans(LeaseGround ground) {
    return ground.table().counters().snapshot().fenceScans();
  }

  // ---- the tables

  /** Claims every id once and ends the session, so that all are free. @return nanoseconds */
  private double fill(String name, int records) throws Exception {
    try (LeaseGround ground = open(name)) {
      long start = System.nanoTime();
      ground.prepare(() -> done(HeartbeatContests.claim(ground, records).size()));
      return System.nanoTime() - start;
    }
  }

  private LeaseGround open(String name) throws Exception {
    return new LeaseGround(directory, name, Protocol.FENCE, SHARDS);
  }

  private static Map<WorkId, LeaseToken> held(LeaseGround ground) throws Exception {
    Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    ground.prepare(
        () -> {
          tokens.putAll(HeartbeatContests.claim(ground, SMALL));
          return done(SMALL);
        });
    return tokens;
  }

  private static Contestant.Shot done(int records) {
    if (records < 1) {
      throw new WrongCountsException("nothing was claimed");
    }
    return new Contestant.Shot(0, Counts.NONE);
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  // ---- what is done with them

  /** One of the methods below. */
  private interface Operation {
    Contestant.Shot on(LeaseGround ground) throws Exception;
  }

  private Table pair(
      String title, int operations, LeaseGround small, LeaseGround large, Operation operation)
      throws Exception {
    String first = SMALL + " records";
    String second = effort.records() + " records";
    Expectation any = (who, counts) -> {};
    List<Contestant> all =
        List.of(
            new Contestant(first, any, WARM_UPS, () -> operation.on(small)),
            new Contestant(second, any, WARM_UPS, () -> operation.on(large)));
    Table table = new Table(title, effort.contest(all).run(), operations).rows("first / this");
    return table.line("  large / small: %s", table.ratio(second, first).atMost(POINT_TARGET));
  }

  private static Contestant.Shot reopen(LeaseGround ground) throws Exception {
    long start = System.nanoTime();
    ground.again().close();
    return new Contestant.Shot(System.nanoTime() - start, Counts.NONE);
  }

  private static Contestant.Shot read(LeaseGround ground) throws Exception {
    ground.mark();
    long start = System.nanoTime();
    for (int i = 0; i < POINTS; i++) {
      if (!(ground.table().read(LeaseGround.id(i)) instanceof Reading.Present)) {
        throw new WrongCountsException("a record is not there: " + i);
      }
    }
    long nanos = System.nanoTime() - start;
    ground.requireUncontended();
    return new Contestant.Shot(nanos, ground.counts());
  }

  private static Contestant.Shot claims(LeaseGround ground) throws Exception {
    ground.mark();
    long start = System.nanoTime();
    for (int i = 0; i < POINTS; i++) {
      ground.release(ground.claim(i));
    }
    long nanos = System.nanoTime() - start;
    ground.requireUncontended();
    return new Contestant.Shot(nanos, ground.counts());
  }

  private static Contestant reading(String name, LeaseGround ground, int records) {
    Expectation none = Expectation.exactly(0, 0);
    return new Contestant(name, none, 1, () -> scan(ground, records));
  }

  private static Contestant.Shot scan(LeaseGround ground, int records) throws Exception {
    ground.mark();
    long start = System.nanoTime();
    RecordCounts found = ground.table().counts();
    long nanos = System.nanoTime() - start;
    long sum = found.byStatus().values().stream().mapToLong(Long::longValue).sum();
    if (sum != records || found.unreadable() != 0) {
      throw new WrongCountsException("expected " + records + " records, found " + found);
    }
    ground.requireUncontended();
    return new Contestant.Shot(nanos, ground.counts());
  }
}
