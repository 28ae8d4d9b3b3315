package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.mutant.Mutant;
import java.util.Locale;

/**
 * The rules of the moved fence that were tried and are wrong, each of which a search must catch.
 * All but one stand in front of a client's calls, so that the code under test is the product's own.
 */
public enum FenceMutant {
  /** A move that answers ENOENT is taken for lost, and the record removed. */
  BELIEVES_ENOENT,
  /** Whether a fence is there is asked by creating its name. */
  ASKS_BY_CREATING,
  /** The record itself is moved over the hint, instead of another link of it. */
  PUBLISHES_BY_RENAMING,
  /** Whatever is not the record that counts is swept, also one whose writer is frozen. */
  SWEEPS_WHAT_DOES_NOT_COUNT,
  /** Directories get no barrier before an acknowledgement. */
  ACKNOWLEDGES_BEFORE_THE_BARRIER,
  /** Records get no content barrier. */
  STAGES_WITHOUT_FSYNC,
  /** A group is acknowledged without a beat that succeeded at the server. */
  GROUP_WITHOUT_THE_LAST_BEAT,
  /** The names of ids that are retired go before their tombstone stands. */
  UNLINKS_BEFORE_THE_TOMBSTONE,
  /** Who has linked an origin goes on without a look whether a tombstone has ended its era. */
  FIRST_USE_WITHOUT_A_LOOK,
  /** The history of a retired id begins at number 1 again. */
  NUMBERS_START_AGAIN;

  /** The name on command lines. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Puts the mistake in front of a client's calls. */
  Posix applyTo(Posix posix) {
    return switch (this) {
      case BELIEVES_ENOENT -> new BelievesEnoent(posix);
      case ASKS_BY_CREATING -> new AsksByCreating(posix);
      case PUBLISHES_BY_RENAMING -> new PublishesByRenaming(posix);
      case SWEEPS_WHAT_DOES_NOT_COUNT -> posix;
      case ACKNOWLEDGES_BEFORE_THE_BARRIER -> Mutant.NO_DIRECTORY_FSYNC.applyTo(posix);
      case STAGES_WITHOUT_FSYNC -> Mutant.NO_FILE_FSYNC.applyTo(posix);
      case GROUP_WITHOUT_THE_LAST_BEAT -> new SkipsTheLastBeat(posix);
      case UNLINKS_BEFORE_THE_TOMBSTONE -> new UnlinksBeforeTheTombstone(posix);
      case FIRST_USE_WITHOUT_A_LOOK -> new OverlooksTombstones(posix, false);
      case NUMBERS_START_AGAIN -> new OverlooksTombstones(posix, true);
    };
  }
}
