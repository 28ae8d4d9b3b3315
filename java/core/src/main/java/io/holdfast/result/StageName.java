package io.holdfast.result;

import io.holdfast.digest.Hex;
import io.holdfast.durable.Name;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The name of a stage, which nobody else ever uses.
 *
 * @param hex 32 lower-case hex digits
 */
public record StageName(String hex) implements Comparable<StageName> {

  /** Digits of a name. */
  public static final int LENGTH = 32;

  public StageName {
    if (!isOne(hex)) {
      throw new IllegalArgumentException("a stage is named by 32 lower-case hex digits: " + hex);
    }
  }

  /** 128 random bits. */
  public static StageName random() {
    byte[] bits = new byte[LENGTH / 2];
    new SecureRandom().nextBytes(bits);
    return new StageName(HexFormat.of().formatHex(bits));
  }

  static boolean isOne(String text) {
    return Hex.isHex(text, LENGTH);
  }

  Name toName() {
    return Name.of(hex);
  }

  @Override
  public int compareTo(StageName other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
