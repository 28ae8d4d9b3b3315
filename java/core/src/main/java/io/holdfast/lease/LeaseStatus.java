package io.holdfast.lease;

import java.util.Locale;
import java.util.Optional;

/** Where a record stands. */
public enum LeaseStatus {
  /** Nobody has it; fence tables only, where a record is never removed. The same as absent. */
  RELEASED,
  /** Somebody has it for a while; it can be stolen when that is over. */
  LEASED,
  /** Its holder publishes the result; it never expires and is never stolen. */
  COMMITTING,
  /** Final. */
  DONE;

  /** The word in a record. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of a word; empty for anything else. */
  static Optional<LeaseStatus> ofWord(String word) {
    for (LeaseStatus status : values()) {
      if (status.word().equals(word)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
