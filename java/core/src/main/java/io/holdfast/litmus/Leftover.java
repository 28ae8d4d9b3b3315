package io.holdfast.litmus;

import java.util.Optional;

/**
 * Decides whether a probe tree that was found belongs to nobody any more.
 *
 * <p><b>Which lock.</b> The liveness file is held with flock, which is shared correctly in more
 * places than OFD locks (OCFS2 and FUSE with forwarding share flock only) and does not fall when
 * somebody reads the file. But a free lock alone proves nothing where locks lie, and storage on
 * which locks lie is just what is probed here. Therefore the file also names its process, and a
 * tree is dead only when
 *
 * <ul>
 *   <li>its process can be looked for (same boot, same pid namespace) and is not there, or
 *   <li>it is of the same boot and its lock is free <em>and</em> was shown to exclude here, or
 *   <li>nothing better can be known, its lock is not held, and nothing happened in it for {@value
 *       #SILENT_MILLIS} ms. A run on another host is bounded by far less.
 * </ul>
 *
 * A held lock and a running process are never overruled.
 */
final class Leftover {

  static final long SILENT_MILLIS = 3_600_000L;

  private Leftover() {}

  /** What became of trying to take the liveness lock. */
  enum Lock {
    /** Somebody else has it. */
    HELD,
    /** We have it, and a second open of the file was refused. */
    TAKEN,
    /** We have it, and so has a second open of the file: it means nothing here. */
    TAKEN_TWICE,
    /** There is no liveness file, or the call is not supported. */
    NONE
  }

  /**
   * Why a tree stays; empty when it is dead.
   *
   * @param mark what the liveness file says; empty where it is unreadable
   * @param own this process
   * @param isRunning whether the marked process runs; means something only where pids compare
   * @param silentMillis since the last change in the tree
   */
  static Optional<String> reasonToKeep(
      Lock lock,
      Optional<ProcessMark> mark,
      ProcessMark own,
      boolean isRunning,
      long silentMillis) {
    boolean comparable = mark.isPresent() && own.canJudge(mark.get());
    if (comparable && isRunning) {
      return Optional.of("its process " + mark.get().pid() + " runs");
    }
    if (lock == Lock.HELD) {
      return Optional.of("its lock is held");
    }
    if (comparable) {
      return Optional.empty();
    }
    boolean sameBoot = mark.isEmpty() || mark.get().bootId().equals(own.bootId());
    if (sameBoot && lock == Lock.TAKEN) {
      return Optional.empty();
    }
    if (silentMillis >= SILENT_MILLIS) {
      return Optional.empty();
    }
    return Optional.of(
        sameBoot
            ? "whether its process runs cannot be known before an hour has passed"
            : "it was made under another boot less than an hour ago");
  }
}
