package io.holdfast.bench;

import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.WorkId;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** Leases of a fence table renewed by one beat of their session, one thread. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SessionHeartbeat extends LeaseQuestion {

  /** How many. */
  @Param({"64", "1000"})
  public int leases = 64;

  private final Map<WorkId, LeaseToken> tokens = new TreeMap<>();

  @Override
  String name() {
    return "session-" + leases;
  }

  /** Claims all of them, without barriers. */
  @Override
  void prepare() throws Exception {
    ground()
        .prepare(
            () -> {
              tokens.putAll(HeartbeatContests.claim(ground(), leases));
              return new Contestant.Shot(0, Counts.NONE);
            });
  }

  @Override
  Expectation expected() {
    return Expectation.exactly(0, 0);
  }

  /** One rename, one look for each lease, no barrier. */
  @Benchmark
  public int beat() throws Exception {
    return ground().table().heartbeatMany(tokens).renewed().size();
  }
}
