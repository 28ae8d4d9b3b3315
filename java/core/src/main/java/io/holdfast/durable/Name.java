package io.holdfast.durable;

import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One component of a path: raw bytes, checked and encoded once. Immutable.
 *
 * <p>1 to {@value #LIMIT} bytes, no slash, no NUL, not {@code .} or {@code ..}; anything else is an
 * IllegalArgumentException where the name is made, before it can reach a verb.
 */
public final class Name {

  /** {@code NAME_MAX} of Linux, in bytes. A file system may allow fewer: ENAMETOOLONG says so. */
  public static final int LIMIT = 255;

  private final byte[] bytes;

  private Name(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A name of raw bytes; they are copied. */
  public static Name of(byte[] bytes) {
    byte[] copy = bytes.clone();
    check(copy);
    return new Name(copy);
  }

  /** A name in UTF-8; a text with half a surrogate pair is refused, it has no such form. */
  public static Name of(String text) {
    byte[] bytes = encode(text);
    check(bytes);
    return new Name(bytes);
  }

  /** The bytes, for a call on Posix; not to be changed. */
  byte[] raw() {
    return bytes;
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Name that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** For people: what is not printable is escaped. */
  @Override
  public String toString() {
    return RawPath.of(bytes).toString();
  }

  private static byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!text.equals(new String(bytes, StandardCharsets.UTF_8))) {
      throw new IllegalArgumentException("a name is text that has a form in UTF-8");
    }
    return bytes;
  }

  private static void check(byte[] bytes) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("a name has at least one byte");
    }
    if (bytes.length > LIMIT) {
      throw new IllegalArgumentException(
          "a name has at most " + LIMIT + " bytes, this one has " + bytes.length);
    }
    for (byte b : bytes) {
      if (b == '/' || b == 0) {
        throw new IllegalArgumentException(
            "a name holds no slash and no NUL: " + RawPath.of(bytes));
      }
    }
    if (bytes[0] == '.' && (bytes.length == 1 || (bytes.length == 2 && bytes[1] == '.'))) {
      throw new IllegalArgumentException("a name is not . or ..: " + RawPath.of(bytes));
    }
  }
}
