package io.holdfast.lease;

/**
 * For whom a lease is claimed; for people and statistics, never part of a decision.
 *
 * @param owner the coordinator; empty becomes {@value #DEFAULT_OWNER}
 * @param worker its worker slot
 */
public record Claimant(String owner, long worker) {

  /** The owner of records whose writer named none. */
  public static final String DEFAULT_OWNER = "master";

  /** Longest name of an owner, in characters. */
  public static final int OWNER_LIMIT = 1024;

  public Claimant {
    if (owner.isEmpty()) {
      owner = DEFAULT_OWNER;
    }
    if (owner.length() > OWNER_LIMIT) {
      throw new IllegalArgumentException(
          "an owner has at most " + OWNER_LIMIT + " characters, this has " + owner.length());
    }
    if (!owner.equals(wellFormed(owner))) {
      throw new IllegalArgumentException("an owner holds no half of a surrogate pair");
    }
  }

  private static String wellFormed(String text) {
    return text.codePoints()
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
