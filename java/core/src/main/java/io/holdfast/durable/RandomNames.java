package io.holdfast.durable;

import io.holdfast.digest.Hex;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Makes names that nobody else makes: 128 random bits in each. Any thread may use it. */
final class RandomNames {

  private static final String BARRIER_PREFIX = ".holdfast-barrier.";
  private static final String STAGED_SUFFIX = ".tmp";
  private static final int RANDOM_DIGITS = 32;

  private final RandomGenerator random;

  RandomNames(RandomGenerator random) {
    this.random = random;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  synchronized long nextLong() {
    return random.nextLong();
  }

  /** {@code .holdfast-barrier.<32 hex digits>}: a file that lives for one barrier. */
  Name barrier() {
    return Name.of(BARRIER_PREFIX + digits());
  }

  /** {@code <target>.<32 hex digits>.tmp}; a target too long for that is cut. */
  Name staged(Name target) {
    byte[] tail = ascii("." + digits() + STAGED_SUFFIX);
    byte[] head = target.raw();
    int kept = Math.min(head.length, Name.LIMIT - tail.length);
    byte[] bytes = Arrays.copyOf(head, kept + tail.length);
    System.arraycopy(tail, 0, bytes, kept, tail.length);
    return Name.of(bytes);
  }

  /** Whether a name has one of the two forms. */
  static boolean isOne(Name name) {
    String text = new String(name.raw(), StandardCharsets.ISO_8859_1);
    if (text.startsWith(BARRIER_PREFIX)) {
      return isRandom(text, BARRIER_PREFIX.length(), text.length());
    }
    int end = text.length() - STAGED_SUFFIX.length();
    int start = end - RANDOM_DIGITS;
    return text.endsWith(STAGED_SUFFIX)
        && start >= 2
        && text.charAt(start - 1) == '.'
        && isRandom(text, start, end);
  }

  private static boolean isRandom(String text, int start, int end) {
    return Hex.isHex(text.substring(start, end), RANDOM_DIGITS);
  }

  private String digits() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(nextLong()) + hex.toHexDigits(nextLong());
  }
}
