package io.holdfast.litmus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what an agent answers to {@code measure}. Pure. */
final class RepeatedParser {

  /** So many buckets hold times up to twice as long as those before. */
  private static final int SUB_BUCKETS = 128;

  private static final int LAST_SHIFT = 55;
  private static final int VALUES = 7;

  private RepeatedParser() {}

  /** What a member's answer says. */
  static Repeated of(Participant member, Reply reply) {
    String name = member.name();
    if (reply instanceof Reply.Failed failed) {
      String reason = name + ": " + failed.operation() + ": " + failed.errno();
      return new Repeated.Refused(name, reason, Optional.of(failed.errno()));
    }
    if (reply instanceof Reply.Silent silent) {
      return new Repeated.Lost(name, name + " " + silent.why());
    }
    if (reply instanceof Reply.Bad bad) {
      String reason = name + " did not understand: " + bad.reason();
      return new Repeated.Refused(name, reason, Optional.empty());
    }
    List<String> values = ((Reply.Ok) reply).values();
    try {
      return done(member, values);
    } catch (IllegalArgumentException e) {
      String reason = name + " answered what is no measurement: " + e.getMessage();
      return new Repeated.Refused(name, reason, Optional.empty());
    }
  }

  private static Repeated.Done done(Participant member, List<String> values) {
    if (values.size() != VALUES) {
      throw new IllegalArgumentException(values.size() + " values");
    }
    List<Repeated.Bucket> times = new ArrayList<>();
    pairs(values.get(6))
        .forEach((index, count) -> times.add(new Repeated.Bucket(longest(index), count)));
    long count = times.stream().mapToLong(Repeated.Bucket::count).sum();
    if (count != number(values.get(2))) {
      throw new IllegalArgumentException(
          values.get(2) + " operations, and " + count + " in its buckets");
    }
    return new Repeated.Done(
        member.name(),
        member.toOurs(number(values.get(0))),
        member.toOurs(number(values.get(1))),
        number(values.get(3)),
        number(values.get(4)),
        pairs(values.get(5)),
        times);
  }

  /** {@code a:1,b:2}, in its order. */
  private static Map<String, Long> pairs(String text) {
    Map<String, Long> pairs = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      int colon = pair.indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException("no pair: " + pair);
      }
      pairs.put(pair.substring(0, colon), number(pair.substring(colon + 1)));
    }
    return pairs;
  }

  private static long number(String digits) {
    long number = Long.parseLong(digits);
    if (number < 1) {
      throw new IllegalArgumentException("no such number: " + digits);
    }
    return number;
  }

  /** The longest time of a bucket, see agent.h. */
  static long longest(String index) {
    int number = Integer.parseInt(index);
    int shift = Math.max(0, number / SUB_BUCKETS - 1);
    if (number < 0 || shift > LAST_SHIFT) {
      throw new IllegalArgumentException("no such bucket: " + index);
    }
    long top = number - (long) shift * SUB_BUCKETS;
    return ((top + 1) << shift) - 1;
  }
}
