package io.holdfast.lab.crash;

import io.holdfast.posix.RawPath;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a program does with durable verbs while the power may go. */
public enum CrashWorkload {
  /** One thread replaces six names again and again. */
  REPLACE(true),
  /** Two threads publish the same names; each is made once, by one of them. */
  PUBLISH(false),
  /** Four threads commit batches of several names in two directories, and share barriers. */
  GROUP(true),
  /** One thread publishes and removes four names again and again. */
  REMOVE(false),
  /** Four processes replace names of their own in one directory. */
  PROCESSES(true);

  private final boolean staged;

  CrashWorkload(boolean staged) {
    this.staged = staged;
  }

  /** The name on command lines: {@code replace}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The workload with an {@link #id}. */
  public static Optional<CrashWorkload> withId(String id) {
    return Arrays.stream(values()).filter(workload -> workload.id().equals(id)).findFirst();
  }

  /** Whether its files have names on their way, also where O_TMPFILE is there. */
  boolean usesStagedNames() {
    return staged;
  }

  /**
   * What a workload works with.
   *
   * @param directory the tested directory; its shards are there
   * @param marks where it says what it does
   * @param rounds how often it does it
   */
  record Task(RawPath directory, Marks marks, Content content, long seed, int rounds) {}
}
