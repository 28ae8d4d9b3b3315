package io.holdfast.cli;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as an option takes it: {@code 90}, {@code 90s}, {@code 10m}, {@code 7d}. */
final class Age {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)([smhd]?)");
  private static final Map<String, Integer> SECONDS =
      Map.of("", 1, "s", 1, "m", 60, "h", 3_600, "d", 86_400);

  private Age() {}

  static double seconds(String text) throws CommandFailure {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw CommandFailure.usage(
          "'" + RawArguments.readable(text) + "' is no length of time", "write 90s, 10m, 2h or 7d");
    }
    return Double.parseDouble(form.group(1)) * SECONDS.getOrDefault(form.group(2), 1);
  }
}
