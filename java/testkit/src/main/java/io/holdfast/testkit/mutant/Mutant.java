package io.holdfast.testkit.mutant;

import io.holdfast.posix.Posix;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The ways of losing what was acknowledged that every proof of durability is held against.
 *
 * <p>Each is applied in front of a whole Posix, so that the code under test is the product's own.
 */
public enum Mutant {
  /** fsync of a file answers 0 and does nothing. */
  NO_FILE_FSYNC("fsync of a file does nothing"),
  /** fsync of a directory answers 0 and does nothing. */
  NO_DIRECTORY_FSYNC("fsync of a directory does nothing"),
  /** A change that was made while an fsync of its directory ran counts as covered by it. */
  JOINS_RUNNING_FSYNC("a change joins the fsync of its directory that is already running"),
  /** A failed fsync is asked again, and the second answer believed. */
  RETRIES_FAILED_FSYNC("a failed fsync is tried again"),
  /** What is asked of a directory after its fsync answers no error. */
  NO_BARRIER_PROBE("no barrier probe after fsync of a directory");

  private final String says;

  Mutant(String says) {
    this.says = says;
  }

  /** The name on command lines: {@code no-file-fsync}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is wrong with it, in one line. */
  public String says() {
    return says;
  }

  /** Puts the mistake in front of a Posix. The result may be used as the delegate may be. */
  public Posix applyTo(Posix posix) {
    return switch (this) {
      case NO_FILE_FSYNC -> new NoFileFsync(posix);
      case NO_DIRECTORY_FSYNC -> new NoDirectoryFsync(posix);
      case JOINS_RUNNING_FSYNC -> new JoinsRunningFsync(posix);
      case RETRIES_FAILED_FSYNC -> new RetriesFailedFsync(posix);
      case NO_BARRIER_PROBE -> new NoBarrierProbe(posix);
    };
  }

  /** The mutant with an {@link #id}. */
  public static Optional<Mutant> withId(String id) {
    return Arrays.stream(values()).filter(mutant -> mutant.id().equals(id)).findFirst();
  }
}
