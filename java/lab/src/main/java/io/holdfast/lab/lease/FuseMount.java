package io.holdfast.lab.lease;

import io.holdfast.lab.RigException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A bindfs mount of a directory whose daemon can be frozen. Whoever froze it must not touch the
 * mount. It goes with the lab's namespaces. Used by one thread.
 */
final class FuseMount {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path mountPoint;
  private final Process daemon;

  private FuseMount(Path mountPoint, Process daemon) {
    this.mountPoint = mountPoint;
    this.daemon = daemon;
  }

  /**
   * Mounts, and waits until it is.
   *
   * @param mountPoint an empty directory
   */
  static FuseMount start(Path backing, Path mountPoint) throws IOException {
    // Single-threaded, bindfs stands still as soon as one lock is waited for: bindfs(1).
    Process daemon =
        new ProcessBuilder(
                "bindfs",
                "-f",
                "--enable-lock-forwarding",
                "--multithreaded",
                backing.toString(),
                mountPoint.toString())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!isMounted(mountPoint)) {
      if (!daemon.isAlive() || System.nanoTime() > deadline) {
        daemon.destroyForcibly();
        throw new RigException("bindfs did not mount " + mountPoint);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return new FuseMount(mountPoint, daemon);
  }

  private static boolean isMounted(Path mountPoint) throws IOException {
    List<String> mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
    return mounts.stream().anyMatch(line -> line.contains(" " + mountPoint + " "));
  }

  Path mountPoint() {
    return mountPoint;
  }

  void freeze() throws IOException {
    CoordinatorProcess.signal(daemon, "STOP");
  }

  void thaw() throws IOException {
    CoordinatorProcess.signal(daemon, "CONT");
  }
}
