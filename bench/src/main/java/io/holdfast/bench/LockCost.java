package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** An uncontended lock: flock LOCK_EX|LOCK_NB and LOCK_UN through the binding, one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class LockCost {

  /** System property: the file to lock; it is made where it is missing. */
  static final String FILE_PROPERTY = "holdfast.bench.file";

  private static final int TRY = Flags.LOCK_EX | Flags.LOCK_NB;

  /** Which binding carries the calls. */
  @Param({"jni"})
  public String binding = "jni";

  private Posix posix;
  private Descriptor descriptor;
  private int fd;

  /** Opens the file. */
  @Setup
  public void open() throws Exception {
    posix = Bindings.find().choose(binding);
    byte[] path = System.getProperty(FILE_PROPERTY, "").getBytes(UTF_8);
    descriptor = Descriptor.open(posix, Flags.AT_FDCWD, path, Flags.O_RDWR | Flags.O_CREAT, 0600);
    fd = descriptor.number();
  }

  /** Closes it again. */
  @TearDown
  public void close() {
    descriptor.close();
  }

  /** Two system calls. */
  @Benchmark
  public int lockAndUnlock() {
    int locked = posix.flock(fd, TRY);
    int unlocked = posix.flock(fd, Flags.LOCK_UN);
    if ((locked | unlocked) != 0) {
      throw new IllegalStateException("flock answered " + locked + ", unlock " + unlocked);
    }
    return locked;
  }
}
