package io.holdfast.bench;

import io.holdfast.lease.RecordCounts;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** Every record of a fence table read, one thread. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Scan extends LeaseQuestion {

  /** How many. */
  @Param({"10000"})
  public int records = 10_000;

  @Override
  String name() {
    return "scanned-" + records;
  }

  /** Claims every id once, without barriers. */
  @Override
  void prepare() throws Exception {
    ground()
        .prepare(
            () -> {
              HeartbeatContests.claim(ground(), records);
              return new Contestant.Shot(0, Counts.NONE);
            });
  }

  @Override
  Expectation expected() {
    return Expectation.exactly(0, 0);
  }

  /** How many stand in each state. */
  @Benchmark
  public RecordCounts scan() throws Exception {
    RecordCounts found = ground().table().counts();
    if (found.byStatus().values().stream().mapToLong(Long::longValue).sum() != records) {
      throw new WrongCountsException("expected " + records + " records, found " + found);
    }
    return found;
  }
}
