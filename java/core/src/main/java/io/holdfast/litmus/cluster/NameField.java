package io.holdfast.litmus.cluster;

import java.nio.charset.StandardCharsets;

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

  static final int DIRECTORY_MODE = 0700;
  static final int FILE_MODE = 0600;

  private static final String PREFIX = ".holdfast-probe.";
  private static final int DIGITS = 32;

  /** Its name in the root. */
  byte[] directory() {
    return ascii(PREFIX + token.substring(0, DIGITS));
  }

  /** What all members move in a round. */
  static byte[] source(int round) {
    return ascii("source-" + round);
  }

  /** Whereto a member moves it. */
  static byte[] moved(int round, int rank) {
    return ascii("moved-" + round + "-" + rank);
  }

  /** What a member links. */
  static byte[] own(int rank) {
    return ascii("own-" + rank);
  }

  /** The name that all members link it to in a round. */
  static byte[] linked(int round) {
    return ascii("linked-" + round);
  }

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
