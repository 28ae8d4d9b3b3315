package io.holdfast.result;

import io.holdfast.durable.Name;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a content, which is its name, staged and public.
 *
 * @param hex 64 lower-case hex digits
 */
public record ContentHash(String hex) implements Comparable<ContentHash> {

  /** Digits of a hash. */
  public static final int LENGTH = 64;

  public ContentHash {
    if (!isOne(hex)) {
      throw new IllegalArgumentException("a hash is 64 lower-case hex digits: " + hex);
    }
  }

  /** The hash of a content. */
  public static ContentHash of(byte[] content) {
    MessageDigest digest = sha256();
    digest.update(content);
    return ofFed(digest);
  }

  static boolean isOne(String text) {
    return Hex.isHex(text, LENGTH);
  }

  /** A digest to be fed; {@link #ofFed} takes its result. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

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
