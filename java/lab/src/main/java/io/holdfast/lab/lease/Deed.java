package io.holdfast.lab.lease;

import java.util.Locale;

/** What a coordinator tells of itself, one line of the ledger each. */
enum Deed {
  /** The table is open, its session fresh. */
  OPENED,
  /** The table is about to be closed: what is held is free from here on. */
  CLOSING,
  /** A free id was claimed. */
  CLAIMED,
  /** An id was claimed whose lease had expired. */
  STOLEN,
  BEGUN,
  /** Somebody else's commit is one's own now. */
  TAKEN_OVER,
  /** Completion is about to be asked for. */
  COMPLETING,
  COMPLETED,
  /** Somebody else's commit was completed. */
  REPLAYED,
  /** The token had completed it before. */
  ALREADY,
  /** Release is about to be asked for. */
  RELEASING,
  RELEASED,
  /** The note has the numbers of the renewed ids, and the refused claims since the last beat. */
  BEAT,
  STALE,
  /** The outside resource has seen a higher number. */
  LATE,
  /** An operation ended in an exception; the note says which, and which exception. */
  UNANSWERED,
  UNAVAILABLE,
  CORRUPT,
  /** A record is dated in the future. */
  SKEWED;

  /** Whether it is the acknowledgement of a transition. */
  boolean isTransition() {
    return switch (this) {
      case CLAIMED, STOLEN, BEGUN, TAKEN_OVER, COMPLETED, REPLAYED -> true;
      default -> false;
    };
  }

  /** Whether it is the acknowledgement that somebody has the id now. */
  boolean isTaking() {
    return this == CLAIMED || this == STOLEN || this == TAKEN_OVER;
  }

  /** Whether it is the acknowledgement that the id is done. */
  boolean isEnd() {
    return this == COMPLETED || this == REPLAYED;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Deed ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
