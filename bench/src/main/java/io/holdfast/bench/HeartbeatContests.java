package io.holdfast.bench;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What it costs to renew leases: by stamps in their records, and by the beat of a session. */
final class HeartbeatContests {

  static final int RECORDS = 64;

  private static final double RECORD_TARGET = 1.15;
  private static final double SESSION_TARGET = 50;
  private static final double MICROS_TARGET = 5;
  private static final List<Integer> WIDTHS = List.of(2, 4, 8, 16);
  private static final int WARM_UPS = 5;

  private final Reference c;
  private final String directory;
  private final Effort effort;

  HeartbeatContests(Reference c, String directory, Effort effort) {
    this.c = c;
    this.directory = directory;
    this.effort = effort;
  }

  /** 64 records of a flock table, each stamped anew. */
  Table ofRecords(int shards) throws Exception {
    try (LeaseGround ground =
        new LeaseGround(directory, "records-" + shards, Protocol.FLOCK, shards)) {
      Map<WorkId, LeaseToken> tokens = claim(ground, RECORDS);
      Expectation batch = Expectation.exactly(RECORDS, shards);
      String size = " " + RECORDS + " " + shards;
      List<Contestant> all = new ArrayList<>();
      all.add(c.contestant("one by one", Expectation.exactly(RECORDS, RECORDS), "scalar" + size));
      for (int width : WIDTHS) {
        all.add(c.contestant(fanOut(width), batch, "fan" + size + " " + width));
      }
      all.add(c.contestant("under locks, 8 at a time", batch, "locked" + size + " 8"));
      all.add(new Contestant("Java, heartbeat", batch, WARM_UPS, () -> beat(ground, tokens)));
      String title = "record heartbeat: " + RECORDS + " leases, " + shards;
      title += shards == 1 ? " shard" : " shards";
      return judged(new Table(title, effort.contest(all).run(), 1).rows("C, one by one / this"));
    }
  }

  private static String fanOut(int width) {
    return "fan-out over " + width + " threads";
  }

  private static Table judged(Table table) {
    String best = "C, " + fanOut(WIDTHS.get(0));
    for (int width : WIDTHS) {
      String next = "C, " + fanOut(width);
      best = table.median(next) < table.median(best) ? next : best;
    }
    return table
        .line("  Java, heartbeat / %s, its best:", best)
        .line("    %s", table.ratio("Java, heartbeat", best).atMost(RECORD_TARGET))
        .line(
            "  Java, heartbeat / C, under locks: %s",
            table.ratio("Java, heartbeat", "C, under locks, 8 at a time"))
        .line(
            "  C, one by one / Java, heartbeat: %s",
            table.ratio("C, one by one", "Java, heartbeat"));
  }

  /** Some leases of a fence table by one beat. */
  Table ofSession(int leases) throws Exception {
    try (LeaseGround ground =
        new LeaseGround(directory, "session-" + leases, Protocol.FENCE, RECORDS)) {
      Map<WorkId, LeaseToken> tokens = new TreeMap<>();
      ground.prepare(
          () -> {
            tokens.putAll(claim(ground, leases));
            return new Contestant.Shot(0, Counts.NONE);
          });
      List<Contestant> all = new ArrayList<>();
      if (leases == RECORDS) {
        Expectation scalar = Expectation.exactly(RECORDS, RECORDS);
        all.add(c.contestant("one by one", scalar, "scalar " + RECORDS + " 1"));
      }
      String name = "Java, session";
      all.add(
          new Contestant(name, Expectation.exactly(0, 0), WARM_UPS, () -> beat(ground, tokens)));
      Map<String, Times> times = effort.contest(all).run();
      Table table =
          new Table("session heartbeat: " + leases + " leases, time of one lease", times, leases)
              .rows("first / this");
      if (leases == RECORDS) {
        table.line(
            "  C, one by one / Java, session: %s",
            table.ratio("C, one by one", name).atLeast(SESSION_TARGET));
      }
      return table.line("  µs of one lease: %s", table.micros(name).atMost(MICROS_TARGET));
    }
  }

  static Map<WorkId, LeaseToken> claim(LeaseGround ground, int count) throws Exception {
    Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      Lease lease = ground.claim(i);
      tokens.put(lease.id(), lease.token());
    }
    return tokens;
  }

  /** A beat that renews all of them. */
  static Contestant.Shot beat(LeaseGround ground, Map<WorkId, LeaseToken> tokens) throws Exception {
    ground.mark();
    long start = System.nanoTime();
    LeaseHeartbeatBatch batch = ground.table().heartbeatMany(tokens);
    long nanos = System.nanoTime() - start;
    if (batch.renewed().size() != tokens.size()) {
      throw new WrongCountsException("a heartbeat has lost " + batch.lost());
    }
    ground.requireUncontended();
    return new Contestant.Shot(nanos, ground.counts());
  }
}
