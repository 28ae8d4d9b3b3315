package io.holdfast.durable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Makes names that nobody else makes: a prefix and 128 random bits. Any thread may use it. */
final class RandomNames {

  /** Files that live for one barrier; what a crash leaves of them is swept by this prefix. */
  static final String PROBE = ".holdfast-barrier.";

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

  Name next(String prefix) {
    return Name.of(prefix + digits());
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

  private String digits() {
    String digits = String.format("%016x%016x", nextLong(), nextLong());
    assert digits.length() == RANDOM_DIGITS;
    return digits;
  }
}
