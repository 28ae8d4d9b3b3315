package io.holdfast.bench;

import io.holdfast.lease.RecordCounts;
import io.holdfast.lease.TableManifest.Protocol;
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

/** Every record of a fence table read, one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Scan {

  /** How many. */
  @Param({"10000"})
  public int records = 10_000;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private LeaseGround ground;

  /** Claims every id once, without barriers. */
  @Setup
  public void open() throws Exception {
    String name = "scanned-" + records;
    ground = new LeaseGround(directory, name, Protocol.FENCE, ClaimWorker.SHARDS, binding);
    ground.prepare(
        () -> {
          HeartbeatContests.claim(ground, records);
          return new Contestant.Shot(0, Counts.NONE);
        });
  }

  /** Begins to count. */
  @Setup(Level.Invocation)
  public void mark() {
    ground.mark();
  }

  /** How many stand in each state. */
  @Benchmark
  public RecordCounts scan() throws Exception {
    RecordCounts found = ground.table().counts();
    if (found.byStatus().values().stream().mapToLong(Long::longValue).sum() != records) {
      throw new WrongCountsException("expected " + records + " records, found " + found);
    }
    return found;
  }

  /** A time whose counts are wrong is none. */
  @TearDown(Level.Invocation)
  public void check() {
    ground.requireUncontended();
    Expectation.exactly(0, 0).check("Java", ground.counts());
  }

  /** Gives everything back; the files stay. */
  @TearDown
  public void close() {
    ground.close();
  }
}
