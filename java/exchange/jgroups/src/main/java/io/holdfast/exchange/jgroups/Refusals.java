package io.holdfast.exchange.jgroups;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts the connections that were refused, and remembers the last. Any thread may use it. */
final class Refusals {

  private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
  private static final int TEXT_LIMIT = 256;

  private long count;
  private @Nullable String last;

  /** An error in words. */
  static String reason(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /**
   * Somebody was refused here. Of what others chose, only printable ASCII is remembered, and not
   * much of it.
   *
   * @param from where the connection came from, or whose it was
   */
  synchronized void count(String from, String reason) {
    count++;
    String text = UNPRINTABLE.matcher(from + ": " + reason).replaceAll("?");
    last = text.substring(0, Math.min(text.length(), TEXT_LIMIT));
  }

  synchronized long count() {
    return count;
  }

  /** For people; empty when nothing was refused. */
  synchronized String tell() {
    if (count == 0) {
      return "";
    }
    return count == 1
        ? "; one connection was refused here, " + last
        : "; " + count + " connections were refused here, the last one " + last;
  }
}
