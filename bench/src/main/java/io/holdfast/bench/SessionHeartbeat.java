package io.holdfast.bench;

import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import java.util.Map;
import java.util.TreeMap;
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

/** Leases of a fence table renewed by one beat of their session, one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SessionHeartbeat {

  /** How many. */
  @Param({"64", "1000"})
  public int leases = 64;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private LeaseGround ground;
  private final Map<WorkId, LeaseToken> tokens = new TreeMap<>();

  /** Claims all of them. */
  @Setup
  public void open() throws Exception {
    String name = "session-" + leases;
    ground = new LeaseGround(directory, name, Protocol.FENCE, ClaimWorker.SHARDS, binding);
    ground.prepare(
        () -> {
          tokens.putAll(HeartbeatContests.claim(ground, leases));
          return new Contestant.Shot(0, Counts.NONE);
        });
  }

  /** Begins to count. */
  @Setup(Level.Invocation)
  public void mark() {
    ground.mark();
  }

  /** One rename, one look for each lease, no barrier. */
  @Benchmark
  public int beat() throws Exception {
    return ground.table().heartbeatMany(tokens).renewed().size();
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
