package io.holdfast.litmus;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** How evidence spells durations, and the protocol names. */
final class Spelling {

  private Spelling() {}

  /** {@code 1.2 ms}: three digits at most, for people. */
  static String duration(long nanos) {
    if (nanos < 1_000_000L) {
      return nanos / 1_000L + " µs";
    }
    if (nanos < 1_000_000_000L) {
      return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }

  /** Lower-case hex digits; {@code -} for no byte at all. */
  static String hex(byte[] name) {
    return name.length == 0 ? "-" : HexFormat.of().formatHex(name);
  }

  /** The hex digits of a name that we chose ourselves. */
  static String hex(String asciiName) {
    return hex(bytes(asciiName));
  }

  /** The reverse of {@link #hex(byte[])}. */
  static byte[] unhex(String digits) {
    return digits.equals("-") ? new byte[0] : HexFormat.of().parseHex(digits);
  }

  /** The bytes of a name that we chose ourselves. */
  static byte[] bytes(String asciiName) {
    return asciiName.getBytes(StandardCharsets.US_ASCII);
  }
}
