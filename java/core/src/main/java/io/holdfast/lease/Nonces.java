package io.holdfast.lease;

import io.holdfast.digest.Hex;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Makes what nobody else makes: 128 random bits as 32 lower-case hex digits. Any thread. */
final class Nonces {

  static final int DIGITS = 32;

  private final RandomGenerator random;

  Nonces(RandomGenerator random) {
    this.random = random;
  }

  synchronized String next() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }

  /** At least 0, less than 1. */
  synchronized double fraction() {
    return random.nextDouble();
  }

  /** Whether a text has the form of one. */
  static boolean isOne(String text) {
    return Hex.isHex(text, DIGITS);
  }
}
