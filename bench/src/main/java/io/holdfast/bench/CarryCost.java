package io.holdfast.bench;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A call that the kernel refuses at once, through the binding: what carrying it costs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CarryCost {

  private static final int NO_DESCRIPTOR = -1;

  /** Which binding carries the call. */
  @Param({"jni"})
  public String binding = "jni";

  private Posix posix;

  /** Loads the binding. */
  @Setup
  public void load() throws Exception {
    posix = Bindings.find().choose(binding);
  }

  /** close of no descriptor: EBADF. */
  @Benchmark
  public int refused() {
    int answer = posix.close(NO_DESCRIPTOR);
    if (!Errno.EBADF.is(answer)) {
      throw new IllegalStateException("close answered " + answer);
    }
    return answer;
  }
}
