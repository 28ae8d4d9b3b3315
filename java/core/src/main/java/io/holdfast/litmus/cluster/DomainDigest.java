package io.holdfast.litmus.cluster;

import io.holdfast.digest.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 over a domain string, a NUL, and fields in a fixed order; numbers are big-endian. */
public final class DomainDigest {

  private final MessageDigest digest = Sha256.begun();

  /**
   * @param domain what the digest is of, ASCII
   */
  public DomainDigest(String domain) {
    digest.update(domain.getBytes(StandardCharsets.US_ASCII));
    digest.update((byte) 0);
  }

  /** Bytes as they are, without their length. */
  public DomainDigest add(byte[] bytes) {
    digest.update(bytes);
    return this;
  }

  /** An unsigned 64-bit number. */
  public DomainDigest addLong(long number) {
    return add(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /** A double, IEEE 754. */
  public DomainDigest addDouble(double number) {
    return add(ByteBuffer.allocate(Double.BYTES).putDouble(number).array());
  }

  /** A text in UTF-8 behind its length in bytes, an unsigned 32-bit number. */
  public DomainDigest addText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    return add(bytes);
  }

  /** The digest; nothing can be added afterwards. */
  public byte[] bytes() {
    return digest.digest();
  }

  /** The digest as 64 lower-case hex digits; nothing can be added afterwards. */
  public String hex() {
    return HexFormat.of().formatHex(bytes());
  }
}
