package io.holdfast.digest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256 {

  /** Hex digits of a digest. */
  public static final int DIGITS = 64;

  private Sha256() {}

  /** A digest to be fed. One thread. */
  public static MessageDigest begun() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The digest of bytes as lower-case hex digits. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(begun().digest(bytes));
  }
}
