package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Name;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import java.util.List;
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

/** What one barrier costs, and one verb with its barriers: series of {@link #TIMES}, one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BarrierCost {

  /** Operations of one series. */
  static final int TIMES = 8;

  private static final byte[] TO = "to".getBytes(US_ASCII);
  private static final byte[] FRO = "fro".getBytes(US_ASCII);
  private static final Name REPLACED = Name.of("replaced-0");

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  /** Where it works; {@link #open} reads it. */
  String directory = Ground.directory();

  private Ground ground;
  private Dir dir;
  private Descriptor file;
  private List<Name> published;
  private List<Name> records;
  private boolean publishes;
  private Expectation expectation = (who, counts) -> {};

  /** Makes the directory and the files that are changed in place. */
  @Setup
  public void open() throws Exception {
    ground = new Ground(directory, 1, binding);
    dir = ground.shard(0);
    published = Ground.names("published", TIMES);
    records = Ground.names("record", TIMES);
    file = create("in-place".getBytes(US_ASCII));
    create(TO).close();
    PosixException.check(ground.posix().fsync(dir.fd()), "fsync of a directory");
  }

  private Descriptor create(byte[] name) throws PosixException {
    return Descriptor.open(ground.posix(), dir.fd(), name, Flags.O_RDWR | Flags.O_CREAT, 0600);
  }

  /** Begins to count. */
  @Setup(Level.Invocation)
  public void mark() {
    ground.mark();
  }

  /** pwrite in place and fsync: a content barrier. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void file() throws PosixException {
    expectation = Expectation.exactly(TIMES, 0);
    for (int i = 0; i < TIMES; i++) {
      byte[] record = ground.record();
      int written = ground.posix().pwrite(file.number(), record, 0, record.length, 0);
      PosixException.check(written, "pwrite");
      ground.syncFile(file.number());
    }
  }

  /** A rename, fsync of the directory and its probe: a directory barrier. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void directory() throws PosixException {
    expectation = Expectation.exactly(0, TIMES);
    for (int i = 0; i < TIMES; i++) {
      byte[] from = i % 2 == 0 ? TO : FRO;
      byte[] to = i % 2 == 0 ? FRO : TO;
      PosixException.check(
          ground.posix().renameat2(dir.fd(), from, dir.fd(), to, 0), "renameat2", to);
      ground.syncDirectory(dir);
    }
  }

  /** The verb. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void replace() throws Exception {
    expectation = Expectation.exactly(TIMES, TIMES);
    for (int i = 0; i < TIMES; i++) {
      ground.durable().replace(dir, REPLACED, ground.record());
    }
  }

  /** The verb, each time under a new name. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void publish() throws Exception {
    expectation = Expectation.exactly(TIMES, TIMES);
    publishes = true;
    for (Name name : published) {
      ground.durable().publish(dir, name, ground.record());
    }
  }

  /** A batch of {@link #TIMES} records in one directory. */
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public void batch() throws Exception {
    expectation = Expectation.exactly(TIMES, 1);
    try (DirectoryBarrierBatch batch = ground.durable().batch(BarrierReason.BATCH)) {
      for (Name name : records) {
        batch.replace(dir, name, ground.record());
      }
      batch.flush();
    }
  }

  /** A time whose counts are wrong is none; published names go, so that they are new next time. */
  @TearDown(Level.Invocation)
  public void check() throws PosixException {
    expectation.check("Java", counts());
    if (publishes) {
      for (Name name : published) {
        PosixException.check(ground.posix().unlinkat(dir.fd(), name.bytes(), 0), "unlinkat");
      }
      PosixException.check(ground.posix().fsync(dir.fd()), "fsync of a directory");
    }
  }

  Counts counts() {
    return ground.counts();
  }

  /** Gives everything back; the files stay. */
  @TearDown
  public void close() {
    file.close();
    ground.close();
  }
}
