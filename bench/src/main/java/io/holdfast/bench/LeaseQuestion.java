package io.holdfast.bench;

import io.holdfast.lease.TableManifest.Protocol;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What JMH asks of a fence table that nobody else uses, with the barriers of each invocation. */
@State(Scope.Benchmark)
public abstract class LeaseQuestion {

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private LeaseGround ground;

  /** The table's directory. */
  abstract String name();

  /** What there must be before the first invocation. */
  abstract void prepare() throws Exception;

  /** Of one invocation. */
  abstract Expectation expected();

  final LeaseGround ground() {
    return ground;
  }

  /** Makes the table. */
  @Setup
  public void open() throws Exception {
    ground = new LeaseGround(directory, name(), Protocol.FENCE, ClaimWorker.SHARDS, binding);
    prepare();
  }

  /** Begins to count. */
  @Setup(Level.Invocation)
  public void mark() {
    ground.mark();
  }

  /** A time whose counts are wrong is none. */
  @TearDown(Level.Invocation)
  public void check() {
    ground.requireUncontended();
    expected().check("Java", ground.counts());
  }

  /** Gives everything back; the files stay. */
  @TearDown
  public void close() {
    ground.close();
  }
}
