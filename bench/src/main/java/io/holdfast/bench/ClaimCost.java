package io.holdfast.bench;

import io.holdfast.lease.TableManifest.Protocol;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A lease of a fence table claimed and released: series of {@link #TIMES}, one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ClaimCost {

  /** Claims of one series, each of an id of its own. */
  static final int TIMES = 8;

  /** Of one claim and its release: a record each. */
  private static final int FILE_SYNCS = 2;

  private static final int DIRECTORY_SYNCS = 4;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private LeaseGround ground;

  /** Makes the table, and each record once: the first claim of an id costs more. */
  @Setup
  public void open() throws Exception {
    ground = new LeaseGround(directory, "claims", Protocol.FENCE, ClaimWorker.SHARDS, binding);
    claimAndRelease();
  }

  /** Begins to count. */
  @Setup(Level.Invocation)
  public void mark() {
    ground.mark();
  }

  /** Two transitions of a moved fence for each. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void claimAndRelease() throws Exception {
    for (int number = 0; number < TIMES; number++) {
      ground.release(ground.claim(number));
    }
  }

  /** A time whose counts are wrong is none. */
  @TearDown(Level.Invocation)
  public void check() {
    ground.requireUncontended();
    Expectation.exactly(TIMES * FILE_SYNCS, TIMES * DIRECTORY_SYNCS).check("Java", counts());
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
