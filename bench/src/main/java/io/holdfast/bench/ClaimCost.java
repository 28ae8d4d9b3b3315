package io.holdfast.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** A lease of a fence table claimed and released: series of {@link #TIMES}, one thread. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ClaimCost extends LeaseQuestion {

  /** Claims of one series, each of an id of its own. */
  static final int TIMES = 8;

  /** Of one claim and its release: a record each. */
  private static final int FILE_SYNCS = 2;

  private static final int DIRECTORY_SYNCS = 4;

  @Override
  String name() {
    return "claims";
  }

  /** Makes each record once: the first claim of an id costs more. */
  @Override
  void prepare() throws Exception {
    claimAndRelease();
  }

  @Override
  Expectation expected() {
    return Expectation.exactly(TIMES * FILE_SYNCS, TIMES * DIRECTORY_SYNCS);
  }

  /** Two transitions of a moved fence for each. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void claimAndRelease() throws Exception {
    for (int number = 0; number < TIMES; number++) {
      ground().release(ground().claim(number));
    }
  }
}
