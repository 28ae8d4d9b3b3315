package io.holdfast.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of hosts as schedulers write them: {@code a,b,node[01-16,20]}. */
final class HostPattern {

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@%+-]*");
  private static final Pattern BRACKET = Pattern.compile("([^\\[\\]]*)\\[([0-9,-]+)]([^\\[\\]]*)");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

  private HostPattern() {}

  /**
   * All hosts of a list, in its order.
   *
   * @param limit more hosts are refused
   */
  static List<String> hosts(String list, int limit) throws CommandFailure {
    List<String> hosts = new ArrayList<>();
    for (String part : parts(list)) {
      expand(part, hosts, limit);
    }
    for (String host : hosts) {
      if (!HOST.matcher(host).matches()) {
        throw wrong("'" + host + "' is no host name");
      }
    }
    return hosts;
  }

  /** Splits at the commas that stand in no bracket. */
  private static List<String> parts(String list) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  private static void expand(String part, List<String> into, int limit) throws CommandFailure {
    if (!part.contains("[") && !part.contains("]")) {
      add(part, into, limit);
      return;
    }
    Matcher bracket = BRACKET.matcher(part);
    if (!bracket.matches()) {
      throw wrong("'" + part + "' is no pattern of hosts");
    }
    for (String range : bracket.group(2).split(",", -1)) {
      Matcher numbers = RANGE.matcher(range);
      if (!numbers.matches()) {
        throw wrong("'" + range + "' in '" + part + "' is no range of numbers");
      }
      String first = numbers.group(1);
      String last = numbers.group(2) == null ? first : numbers.group(2);
      if (Integer.parseInt(last) < Integer.parseInt(first)) {
        throw wrong("'" + range + "' in '" + part + "' ends before it begins");
      }
      for (int number = Integer.parseInt(first); number <= Integer.parseInt(last); number++) {
        String digits = Integer.toString(number);
        String zeros = "0".repeat(Math.max(0, first.length() - digits.length()));
        add(bracket.group(1) + zeros + digits + bracket.group(3), into, limit);
      }
    }
  }

  private static void add(String host, List<String> into, int limit) throws CommandFailure {
    if (into.size() == limit) {
      throw wrong("more than " + limit + " hosts");
    }
    into.add(host);
  }

  private static CommandFailure wrong(String what) {
    return CommandFailure.usage("--hosts: " + what, "e.g. --hosts a,b or --hosts 'node[01-16]'");
  }
}
