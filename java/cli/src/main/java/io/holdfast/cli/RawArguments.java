package io.holdfast.cli;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.RawPath;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The program's arguments as the bytes that its caller passed.
 *
 * <p>The JVM decodes arguments by the locale and loses what does not fit: {@code U+FFFD}, or {@code
 * ?} under {@code LC_ALL=C}. The kernel keeps the bytes in {@code /proc/self/cmdline}; the
 * program's own arguments are the last of them, behind the JVM's options and the main class.
 *
 * <p>From there on an argument is <em>bytewise text</em>: a string with one char per byte, which is
 * equal to the argument where that is ASCII, and which {@link #path} turns back into bytes. Command
 * names and option names are ASCII, so the parser needs to know nothing of this.
 */
final class RawArguments {

  /** Longest command line that is read; Linux allows 6 MiB at most. */
  static final int COMMAND_LINE_LIMIT = 8 << 20;

  /** Reads {@code /proc/self/cmdline}. */
  @FunctionalInterface
  interface CommandLineSource {
    byte[] read() throws BindingUnavailableException, CommandFailure;
  }

  private RawArguments() {}

  /**
   * Turns parsed arguments into bytewise text. The source is read only where an argument may have
   * lost bytes.
   *
   * @param parsed as {@code main} got them
   * @param jvmCharset by which the JVM decoded them
   */
  static String[] bytewise(String[] parsed, Charset jvmCharset, CommandLineSource source)
      throws BindingUnavailableException, CommandFailure {
    if (List.of(parsed).stream().allMatch(RawArguments::isCertain)) {
      return parsed;
    }
    List<byte[]> words = words(source.read());
    int first = words.size() - parsed.length;
    String[] result = new String[parsed.length];
    for (int i = 0; i < parsed.length; i++) {
      if (first < 1 || !agrees(words.get(first + i), parsed[i], jvmCharset)) {
        throw CommandFailure.environment(
            "the arguments have bytes that are not in this locale, and /proc/self/cmdline does not"
                + " show them",
            "set LC_ALL=C.UTF-8, or give a path in ASCII");
      }
      result[i] = new String(words.get(first + i), StandardCharsets.ISO_8859_1);
    }
    return result;
  }

  /** The bytes of a bytewise argument. */
  static RawPath path(String bytewise) {
    return RawPath.of(bytewise.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A text of ours that quotes bytewise arguments, for people. */
  static String readable(String bytewise) {
    byte[] bytes = bytewise.getBytes(StandardCharsets.ISO_8859_1);
    RawPath path = RawPath.of(bytes);
    return path.isUtf8() ? new String(bytes, StandardCharsets.UTF_8) : path.toString();
  }

  /** ASCII that is no replacement of something else. */
  private static boolean isCertain(String argument) {
    return argument.chars().allMatch(c -> c < 0x80 && c != '?');
  }

  private static List<byte[]> words(byte[] commandLine) {
    List<byte[]> words = new ArrayList<>();
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    for (byte b : commandLine) {
      if (b == 0) {
        words.add(word.toByteArray());
        word.reset();
      } else {
        word.write(b);
      }
    }
    return words;
  }

  private static boolean agrees(byte[] raw, String parsed, Charset jvmCharset) {
    return unreplaced(new String(raw, jvmCharset)).equals(unreplaced(parsed));
  }

  private static String unreplaced(String text) {
    return text.replace('\uFFFD', '?');
  }

  /** Where the last component of a path begins, less one; -1 where it has no other. */
  static int lastSlash(byte[] path) {
    int slash = path.length - 1;
    while (slash >= 0 && path[slash] != '/') {
      slash--;
    }
    return slash;
  }
}
