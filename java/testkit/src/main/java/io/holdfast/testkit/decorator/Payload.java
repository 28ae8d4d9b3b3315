package io.holdfast.testkit.decorator;

import io.holdfast.posix.RawPath;
import java.util.Arrays;

/**
 * Bytes that were given to a call: how many, and the first of them.
 *
 * @param head at most {@value #HEAD_LIMIT} bytes
 */
public record Payload(int length, RawPath head) {

  /** Most bytes that are kept. */
  public static final int HEAD_LIMIT = 64;

  static Payload of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** A range outside of the array keeps no bytes: the call itself will refuse it. */
  static Payload of(byte[] bytes, int offset, int length) {
    boolean inside = offset >= 0 && length >= 0 && offset <= bytes.length - length;
    int kept = inside ? Math.min(length, HEAD_LIMIT) : 0;
    int from = inside ? offset : 0;
    return new Payload(length, RawPath.of(Arrays.copyOfRange(bytes, from, from + kept)));
  }

  @Override
  public String toString() {
    String cut = length > HEAD_LIMIT ? "…" : "";
    return "\"" + head + "\"" + cut + ", " + length;
  }
}
