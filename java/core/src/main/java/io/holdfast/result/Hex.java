package io.holdfast.result;

/** The one spelling of digits that names are made of. */
final class Hex {

  private Hex() {}

  /** Whether a text is so many lower-case hex digits and nothing else. */
  static boolean isHex(String text, int length) {
    return text.length() == length
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }
}
