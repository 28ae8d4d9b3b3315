package io.holdfast.testkit.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** What /proc/locks tells of those who wait for a lock. */
final class KernelLocks {

  private static final Path TABLE = Path.of("/proc/locks");
  private static final long LOOK_AGAIN_NANOS = 1_000_000;

  private KernelLocks() {}

  /** How many wait for a lock on the file of an inode. */
  static long waiters(long inode) throws IOException {
    String file = ":" + inode + " ";
    return Files.readAllLines(TABLE).stream()
        .filter(line -> line.contains(" -> ") && line.contains(file))
        .count();
  }

  /** Looks until the kernel says that somebody waits. */
  static void awaitWaiter(long inode) throws IOException {
    while (waiters(inode) == 0) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }
}
