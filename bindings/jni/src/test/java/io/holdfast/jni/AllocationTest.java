package io.holdfast.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls of every heartbeat and lock allocate nothing. */
class AllocationTest {

  private static final int WARM_UP = 20_000;
  private static final int CALLS = 1_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final byte[] bytes = new byte[4096];
  private Posix posix;
  private byte[] kept;
  private int fd;

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    assumeTrue(
        threads.isThreadAllocatedMemorySupported() && threads.isThreadAllocatedMemoryEnabled(),
        "this JVM does not count what a thread allocates");
    posix = new JniProvider().load();
    byte[] path = directory.resolve("file").toString().getBytes(UTF_8);
    fd = posix.openat(Flags.AT_FDCWD, path, Flags.O_RDWR | Flags.O_CREAT, 0600);
    assertThat(fd).isNotNegative();
  }

  @AfterEach
  void close() {
    posix.close(fd);
  }

  @Test
  void theCounterSeesWhatIsAllocated() {
    assertThat(allocated(this::allocate)).isGreaterThanOrEqualTo(64L * CALLS);
  }

  @Test
  void flock() {
    int lock = Flags.LOCK_EX | Flags.LOCK_NB;
    assertThat(allocated(() -> posix.flock(fd, lock) + posix.flock(fd, Flags.LOCK_UN))).isZero();
  }

  @Test
  void fsync() {
    assertThat(allocated(() -> posix.fsync(fd))).isZero();
  }

  @Test
  void pwriteAndPread() {
    IntSupplier both =
        () ->
            posix.pwrite(fd, bytes, 0, bytes.length, 0)
                - posix.pread(fd, bytes, 0, bytes.length, 0);
    assertThat(allocated(both)).isZero();
  }

  @Test
  void failedCalls() {
    int badf = posix.fsync(-1);
    assertThat(allocated(() -> posix.fsync(-1) - badf)).isZero();
  }

  /** Kept in a field, so that no compiler may do without the object. */
  private int allocate() {
    kept = new byte[64];
    return kept.length - 64;
  }

  /** Bytes that this thread allocates in {@value #CALLS} calls; each call must answer 0. */
  private long allocated(IntSupplier call) {
    repeat(call, WARM_UP);
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    int sum = repeat(call, CALLS);
    long after = threads.getCurrentThreadAllocatedBytes();
    assertThat(sum).isZero();
    return after - before;
  }

  private static int repeat(IntSupplier call, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) {
      sum |= call.getAsInt();
    }
    return sum;
  }
}
