package io.holdfast.posix;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A path or a name as the kernel knows it: raw bytes, never decoded on the way. Immutable.
 *
 * <p>{@link #toString} is for people: text that is safe on a terminal, with {@code \\xNN} for what
 * is not printable. {@link #hex} is for machines.
 */
public final class RawPath {

  private final byte[] bytes;

  private RawPath(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Any bytes; they are copied. */
  public static RawPath of(byte[] bytes) {
    return new RawPath(bytes.clone());
  }

  /** The bytes of a text in UTF-8. */
  public static RawPath of(String text) {
    return new RawPath(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes, without a terminating NUL. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** This path, a slash where none ends it, and a name. */
  public RawPath resolve(RawPath name) {
    boolean slash = bytes.length > 0 && bytes[bytes.length - 1] != '/';
    ByteBuffer joined = ByteBuffer.allocate(bytes.length + (slash ? 1 : 0) + name.bytes.length);
    joined.put(bytes);
    if (slash) {
      joined.put((byte) '/');
    }
    return new RawPath(joined.put(name.bytes).array());
  }

  public boolean isUtf8() {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Lower-case hex digits, two a byte. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RawPath that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    boolean decoded = isUtf8();
    String text = new String(bytes, decoded ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> appendPrintable(out, c, decoded));
    return out.toString();
  }

  private static void appendPrintable(StringBuilder out, int c, boolean decoded) {
    if (c == '\\') {
      out.append("\\\\");
    } else if (c < 0x20 || c == 0x7f || (!decoded && c > 0x7f)) {
      out.append(String.format("\\x%02x", c));
    } else if (isInvisible(c)) {
      out.append(String.format("\\u{%x}", c));
    } else {
      out.appendCodePoint(c);
    }
  }

  private static boolean isInvisible(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
