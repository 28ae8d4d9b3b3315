package io.holdfast.digest;

/** The one spelling of digits that names are made of. */
public final class Hex {

  private Hex() {}

  /** Whether a text is so many lower-case hex digits and nothing else. */
  public static boolean isHex(String text, int digits) {
    if (text.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
