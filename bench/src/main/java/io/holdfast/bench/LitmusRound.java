package io.holdfast.bench;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The flock litmus between members that are threads of this process, each on a made-up host. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LitmusRound {

  /** How many. */
  @Param({"2", "4"})
  public int members = 2;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private LitmusGroup group;

  /** Makes the group in a directory of its own: a root belongs to one epoch. */
  @Setup
  public void open() throws Exception {
    Posix posix = Bindings.find().choose(binding);
    RawPath root = LitmusMain.directory(posix, RawPath.of(directory), "round-" + members);
    group = new LitmusGroup(posix, root, members);
  }

  /** From the first message to everybody's verdict, whose counts are checked. */
  @Benchmark
  public long litmus() throws Exception {
    return group.litmus();
  }

  /** Ends the group; the files stay. */
  @TearDown
  public void close() {
    group.close();
  }
}
