package io.holdfast.bench;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Name;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** N records of 400 bytes put in the places of others over K directories, one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GroupCommit {

  /** N. */
  @Param({"64"})
  public int records = 64;

  /** K. */
  @Param({"1", "8"})
  public int shards = 1;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private Ground ground;
  private List<Name> names;
  private long directorySyncs;

  /** Makes the directories. */
  @Setup
  public void open() throws Exception {
    ground = new Ground(directory, shards, binding);
    names = Ground.names("record", records);
  }

  /** Begins to count. */
  @Setup(Level.Invocation)
  public void mark() {
    ground.mark();
  }

  /** N content barriers, K directory barriers. */
  @Benchmark
  public DirectoryBarrierBatch.Result batch() throws Exception {
    directorySyncs = shards;
    try (DirectoryBarrierBatch batch = ground.durable().batch(BarrierReason.BATCH)) {
      for (int i = 0; i < records; i++) {
        batch.replace(ground.shard(i), names.get(i), ground.record());
      }
      return batch.flush();
    }
  }

  /** N content barriers, N directory barriers. */
  @Benchmark
  public void scalar() throws Exception {
    directorySyncs = records;
    for (int i = 0; i < records; i++) {
      ground.durable().replace(ground.shard(i), names.get(i), ground.record());
    }
  }

  /** A time whose counts are wrong is none. */
  @TearDown(Level.Invocation)
  public void check() {
    Expectation.exactly(records, directorySyncs).check("Java", counts());
  }

  Counts counts() {
    return ground.counts();
  }

  /** Gives everything back; the files stay. */
  @TearDown
  public void close() {
    ground.close();
  }
}
