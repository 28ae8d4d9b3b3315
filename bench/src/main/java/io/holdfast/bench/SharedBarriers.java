package io.holdfast.bench;

import io.holdfast.durable.Name;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Threads that replace, each its own name, in one directory and share its barriers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Threads(16)
@Fork(1)
public class SharedBarriers {

  static final int THREAD_LIMIT = 16;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private Ground ground;
  private List<Name> names;
  private final LongAdder changes = new LongAdder();

  /** The name of one thread. */
  @State(Scope.Thread)
  public static class Own {

    private Name name;

    /** Takes the next name. */
    @Setup
    public void choose(SharedBarriers all, Numbers numbers) {
      name = all.names.get(numbers.next.getAndIncrement() % THREAD_LIMIT);
    }
  }

  /** Gives numbers to threads. */
  @State(Scope.Benchmark)
  public static class Numbers {

    private final AtomicInteger next = new AtomicInteger();
  }

  /** Makes the directory. */
  @Setup
  public void open() throws Exception {
    ground = new Ground(directory, 1, binding);
    names = Ground.names("replaced", THREAD_LIMIT);
  }

  /** Begins to count. */
  @Setup(Level.Iteration)
  public void mark() {
    changes.reset();
    ground.mark();
  }

  /** The verb. */
  @Benchmark
  public void replace(Own own) throws Exception {
    replace(own.name);
  }

  void replace(int thread) throws Exception {
    replace(names.get(thread));
  }

  private void replace(Name name) throws Exception {
    ground.durable().replace(ground.shard(0), name, ground.record());
    changes.increment();
  }

  /** A rate whose counts are wrong is none. */
  @TearDown(Level.Iteration)
  public void check() {
    Expectation.shared(changes.sum()).check("Java", counts());
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
