package io.holdfast.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What threads and child processes do to a lock: nothing. */
@Timeout(60)
class ThreadsTest {

  private static final int TRY = Flags.LOCK_EX | Flags.LOCK_NB;

  @TempDir Path directory;
  private Posix posix;
  private Path file;
  private final List<Integer> open = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    posix = new JniProvider().load();
    file = directory.resolve("lock");
  }

  @AfterEach
  void close() {
    open.forEach(posix::close);
  }

  @Test
  void secondOpenInOneProcessIsRefusedOrWaits() throws Exception {
    int first = open();
    int second = open();
    assertThat(posix.flock(first, Flags.LOCK_EX)).isZero();
    CompletableFuture<Integer> refused =
        CompletableFuture.supplyAsync(() -> posix.flock(second, TRY));
    assertThat(refused.get(30, SECONDS)).isEqualTo(Errno.EAGAIN.asResult());

    CompletableFuture<Integer> waiting =
        CompletableFuture.supplyAsync(() -> posix.flock(second, Flags.LOCK_EX));
    awaitWaiter();
    assertThat(waiting).isNotDone();
    assertThat(posix.flock(first, Flags.LOCK_UN)).isZero();
    assertThat(waiting.get(30, SECONDS)).isZero();
    assertThat(posix.flock(first, TRY)).isEqualTo(Errno.EAGAIN.asResult());
  }

  @Test
  void readingTheLockFileKeepsTheLock() throws Exception {
    int fd = open();
    assertThat(posix.flock(fd, Flags.LOCK_EX)).isZero();
    Files.readAllBytes(file);
    int other = open();
    open.remove((Integer) other);
    assertThat(posix.close(other)).isZero();

    assertThat(posix.flock(open(), TRY)).isEqualTo(Errno.EAGAIN.asResult());
  }

  @Test
  void childProcessDoesNotInheritTheLock() throws Exception {
    int fd = open();
    assertThat(posix.flock(fd, Flags.LOCK_EX)).isZero();
    assertThat(openFlags(fd) & Flags.O_CLOEXEC).isNotZero();
    Process child = new ProcessBuilder("cat").start();
    try {
      assertThat(posix.close(fd)).isZero();
      open.remove((Integer) fd);

      assertThat(posix.flock(open(), TRY)).isZero();
      assertThat(child.isAlive()).isTrue();
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private int open() {
    byte[] path = file.toString().getBytes(UTF_8);
    int fd = posix.openat(Flags.AT_FDCWD, path, Flags.O_RDWR | Flags.O_CREAT, 0600);
    assertThat(fd).isNotNegative();
    open.add(fd);
    return fd;
  }

  /** proc(5): octal, O_CLOEXEC included. */
  private static int openFlags(int fd) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
        .filter(line -> line.startsWith("flags:"))
        .map(line -> Integer.parseInt(line.substring("flags:".length()).strip(), 8))
        .findFirst()
        .orElseThrow();
  }

  /** Until the kernel says that somebody waits for the lock on this file. */
  private void awaitWaiter() throws IOException {
    while (countWaiters() == 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private long countWaiters() throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .filter(line -> line.contains(" -> ") && line.contains(inode))
        .count();
  }
}
