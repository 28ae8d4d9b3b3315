package io.holdfast.litmus.cluster;

import io.holdfast.digest.Hex;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The identity of one job's shared state: 32 bytes that member 0 chooses and tells the others.
 *
 * <p>It identifies, it does not authenticate. Immutable.
 */
public record Epoch(String hex) {

  /** Length in bytes. */
  public static final int BYTES = 32;

  private static final String LOCK_DOMAIN = "symcc-cluster-lock-v1";
  private static final String EXCHANGE_DOMAIN = "symcc-cluster-lock-exchange-v2";
  private static final String NAMES_DOMAIN = "holdfast-cluster-names-exchange-v1";
  private static final HexFormat HEX = HexFormat.of();

  /**
   * @throws IllegalArgumentException not 64 lower-case hex digits
   */
  public Epoch {
    if (!isHex(hex)) {
      throw new IllegalArgumentException("an epoch is 64 lower-case hex digits");
    }
  }

  /** A new one, at random. */
  public static Epoch random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new Epoch(HEX.formatHex(bytes));
  }

  /** Whether a text has the form of an epoch, and of every digest here. */
  public static boolean isHex(String text) {
    return Hex.isHex(text, 2 * BYTES);
  }

  /** The 32 bytes. */
  public byte[] bytes() {
    return HEX.parseHex(hex);
  }

  /** The name of the lock, L: the same in every generation, 64 hex digits. */
  public String lockIdentity() {
    return new DomainDigest(LOCK_DOMAIN).add(hex.getBytes(StandardCharsets.US_ASCII)).hex();
  }

  /** What every message of a generation's litmus carries, X_g: 64 hex digits. */
  public String exchangeToken(long generation) {
    return new DomainDigest(EXCHANGE_DOMAIN)
        .add(HEX.parseHex(lockIdentity()))
        .addLong(generation)
        .hex();
  }

  /** What every message of a generation's litmus of names carries: 64 hex digits. */
  public String namesToken(long generation) {
    return new DomainDigest(NAMES_DOMAIN)
        .add(HEX.parseHex(lockIdentity()))
        .addLong(generation)
        .hex();
  }

  @Override
  public String toString() {
    return hex;
  }
}
