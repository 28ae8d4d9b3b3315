package io.holdfast.exchange.jgroups;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key of HMAC-SHA256, and what is made with it. Any thread may use it. */
final class MacKey {

  /** Of keys and tags. */
  static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  MacKey(byte[] bytes) {
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** For one thread at a time. */
  Mac newMac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** The tag of a purpose, a NUL and bytes of a length that the purpose fixes. */
  byte[] tag(String purpose, byte[] bytes) {
    Mac mac = newMac();
    mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
    mac.update((byte) 0);
    return mac.doFinal(bytes);
  }

  /** A key of its own for a purpose. */
  MacKey derive(String purpose, byte[] bytes) {
    return new MacKey(tag(purpose, bytes));
  }
}
