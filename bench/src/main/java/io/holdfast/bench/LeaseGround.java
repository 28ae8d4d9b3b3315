package io.holdfast.bench;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** A lease table to work in, and the counts of its barriers. The files stay when it is closed. */
final class LeaseGround implements AutoCloseable {

  /** Of a record's own, so that it has some 400 bytes in a flock table. */
  private static final String INPUT = "x".repeat(96);

  private static final JsonObject PAYLOAD = new JsonObject(Map.of("input", new JsonString(INPUT)));
  private static final long TTL_MILLIS = 24 * 3_600_000L;
  private static final Claimant WHO = new Claimant("bench", 0);

  private final String top;
  private final String name;
  private final CountedPosix posix;
  private final WorkLeaseTable table;
  private Counts marked = Counts.NONE;
  private LeaseCounters.Snapshot markedLeases;

  /**
   * @param top is there; the table is made in a directory in it
   * @param name of that directory; one that is there is the table, opened once more
   */
  LeaseGround(String top, String name, TableManifest.Protocol protocol, int shards)
      throws Exception {
    this(top, name, protocol, shards, "jni");
  }

  LeaseGround(String top, String name, TableManifest.Protocol protocol, int shards, String binding)
      throws Exception {
    this.top = top;
    this.name = name;
    posix = new CountedPosix(Bindings.find().choose(binding));
    String path = top + "/" + name;
    posix.mkdirat(Flags.AT_FDCWD, path.getBytes(StandardCharsets.UTF_8), 0700);
    table =
        WorkLeaseTable.open(
            posix,
            RawPath.of(path),
            TableManifest.ofWork()
                .withProtocol(protocol)
                .withShardCount(shards)
                .withTtlMillis(TTL_MILLIS),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("a benchmark on one host"),
            "bench");
    markedLeases = table.counters().snapshot();
  }

  /** The same table, opened once more. */
  LeaseGround again() throws Exception {
    return new LeaseGround(top, name, table.manifest().protocol(), table.manifest().shardCount());
  }

  WorkLeaseTable table() {
    return table;
  }

  /** An id; numbers that follow upon each other fall into shards that do so. */
  static WorkId id(int number) {
    return new WorkId(String.format(Locale.ROOT, "%08x", number) + "a".repeat(56));
  }

  Lease claim(int number) throws Exception {
    ClaimAnswer answer = table.claim(id(number), PAYLOAD, WHO);
    if (answer instanceof ClaimAnswer.Claimed claimed) {
      return claimed.lease();
    }
    throw new WrongCountsException("a claim was answered " + answer);
  }

  void release(Lease lease) throws Exception {
    ReleaseAnswer answer = table.release(lease.id(), lease.token());
    if (!(answer instanceof ReleaseAnswer.Released)) {
      throw new WrongCountsException("a release was answered " + answer);
    }
  }

  /** Work of which nothing is measured, without barriers. */
  void prepare(Contestant.Work work) throws Exception {
    posix.makeDurable(false);
    try {
      work.shot();
    } finally {
      posix.makeDurable(true);
    }
  }

  /** Begins to count. */
  void mark() {
    marked = posix.counts();
    markedLeases = table.counters().snapshot();
  }

  /** Barriers since {@link #mark}. */
  Counts counts() {
    return posix.counts().minus(marked);
  }

  /**
   * @throws WrongCountsException somebody else has won something since {@link #mark}, or a fence
   *     was looked for by listing a shard
   */
  void requireUncontended() {
    LeaseCounters.Snapshot now = table.counters().snapshot();
    if (now.lostMoves() != markedLeases.lostMoves()
        || now.fenceScans() != markedLeases.fenceScans()) {
      throw new WrongCountsException("expected no lost move and no listing, counted " + now);
    }
  }

  @Override
  public void close() {
    table.close();
  }
}
