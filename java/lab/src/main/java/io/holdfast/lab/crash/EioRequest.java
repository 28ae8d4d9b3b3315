package io.holdfast.lab.crash;

import org.jspecify.annotations.Nullable;

/**
 * How often a disk is to fail under several processes. Immutable.
 *
 * @param fileSystem lies on the disk
 * @param trials most trials
 * @param seed of when the disk fails and what is written
 * @param mutant the id of a mistake to make on purpose, or null
 * @param untilFound whether the first trial with a false acknowledgement is the last
 */
public record EioRequest(
    CrashFileSystem fileSystem,
    int trials,
    long seed,
    @Nullable String mutant,
    boolean untilFound) {

  /** Most trials of one run. */
  public static final int TRIALS_LIMIT = 100_000;

  public EioRequest {
    if (!fileSystem.isOnDisk()) {
      throw new IllegalArgumentException(fileSystem.id() + " has no disk that could fail");
    }
    if (trials < 1 || trials > TRIALS_LIMIT) {
      throw new IllegalArgumentException("trials are 1 to " + TRIALS_LIMIT + ": " + trials);
    }
  }
}
