package io.holdfast.result;

import io.holdfast.digest.Hex;
import io.holdfast.digest.Sha256;
import io.holdfast.durable.Name;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The SHA-256 of a content, which is its name, staged and public.
 *
 * @param hex 64 lower-case hex digits
 */
public record ContentHash(String hex) implements Comparable<ContentHash> {

  /** Digits of a hash. */
  public static final int LENGTH = Sha256.DIGITS;

  public ContentHash {
    if (!isOne(hex)) {
      throw new IllegalArgumentException("a hash is 64 lower-case hex digits: " + hex);
    }
  }

  /** The hash of a content. */
  public static ContentHash of(byte[] content) {
    return new ContentHash(Sha256.hex(content));
  }

  /** Whether a text is a hash: 64 lower-case hex digits. */
  public static boolean isOne(String text) {
    return Hex.isHex(text, LENGTH);
  }

  /** What a digest was fed. */
  static ContentHash ofFed(MessageDigest digest) {
    return new ContentHash(HexFormat.of().formatHex(digest.digest()));
  }

  Name toName() {
    return Name.of(hex);
  }

  @Override
  public int compareTo(ContentHash other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
