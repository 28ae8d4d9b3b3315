package io.holdfast.lease;

import io.holdfast.digest.Sha256;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;

/**
 * What is leased: 64 lower-case hex digits.
 *
 * @param hex the digits
 */
public record WorkId(String hex) implements Comparable<WorkId> {

  /** Digits of an id. */
  public static final int LENGTH = 64;

  static final int SHARD_DIGITS = 8;

  public WorkId {
    if (!isWorkId(hex)) {
      throw new IllegalArgumentException("a work id is 64 lower-case hex digits: " + hex);
    }
  }

  /** Whether a text is an id. */
  public static boolean isWorkId(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /** The id of exact work: SHA-256 of the payload's canonical JSON. */
  public static WorkId ofPayload(JsonObject payload) {
    return ofDigest(CanonicalJson.bytes(payload));
  }

  /** The id of exact work whose payload names the input's bytes. */
  public static WorkId ofInput(byte[] input) {
    return ofDigest(input);
  }

  /** The id of a target: SHA-256 of {@code target:} and its decimal number. */
  public static WorkId ofTarget(long target) {
    if (target <= 0) {
      throw new IllegalArgumentException("a target is greater than 0: " + target);
    }
    return ofDigest(("target:" + target).getBytes(StandardCharsets.US_ASCII));
  }

  /** The shard: the first eight digits, unsigned, modulo the number of shards. */
  public int shard(int shardCount) {
    return (int) (Long.parseLong(hex, 0, SHARD_DIGITS, 16) % shardCount);
  }

  @Override
  public int compareTo(WorkId other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return hex;
  }

  private static WorkId ofDigest(byte[] bytes) {
    return new WorkId(Sha256.hex(bytes));
  }
}
