package io.holdfast.lease;

import io.holdfast.json.StrictJson;

/**
 * Proof of a claim. Opaque: that it equals the token of the record that counts is the only test. It
 * is no fencing token; see {@link LeaseRecord#fence}.
 *
 * @param text 1 to {@value #LIMIT} characters
 */
public record LeaseToken(String text) {

  /** Longest token, in characters. */
  public static final int LIMIT = StrictJson.STRING_LIMIT;

  public LeaseToken {
    if (text.isEmpty() || text.length() > LIMIT) {
      throw new IllegalArgumentException(
          "a token has 1 to " + LIMIT + " characters, this has " + text.length());
    }
  }

  /** Whether a text can be a token. */
  static boolean isToken(String text) {
    return !text.isEmpty() && text.length() <= LIMIT;
  }

  /** A token that nobody else makes: 128 random bits behind what helps people to read it. */
  static LeaseToken fresh(Claimant who, long pid, long unixNanos, Nonces nonces) {
    return new LeaseToken(
        who.owner() + ":" + who.worker() + ":" + pid + ":" + unixNanos + ":" + nonces.next());
  }

  /** Shows the beginning: who holds a token may end its lease. */
  @Override
  public String toString() {
    int end = text.lastIndexOf(':');
    return (end < 0 ? "" : text.substring(0, end)) + ":…";
  }
}
