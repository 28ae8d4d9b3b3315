package io.holdfast.litmus.cluster;

/**
 * The directory in which one generation's members reach for the same names. Its own name is unique
 * and never recurs, and is that of a probe tree, so that what a killed job leaves is swept like
 * one.
 *
 * @param token of the generation, 64 hex digits
 */
public record NameField(String token) {

  /** How often all members reach for one source, and for one target. */
  public static final int ROUNDS = 32;

  private static final String PREFIX = ".holdfast-probe.";
  private static final int DIGITS = 32;

  /** Its name in the root. */
  String directory() {
    return PREFIX + token.substring(0, DIGITS);
  }

  /** What all members move in a round. */
  static String source(int round) {
    return "source-" + round;
  }

  /** Whereto a member moves it. */
  static String moved(int round, int rank) {
    return "moved-" + round + "-" + rank;
  }

  /** What a member links. */
  static String own(int rank) {
    return "own-" + rank;
  }

  /** The name that all members link it to in a round. */
  static String linked(int round) {
    return "linked-" + round;
  }
}
