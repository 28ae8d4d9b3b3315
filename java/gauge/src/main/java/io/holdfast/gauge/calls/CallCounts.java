package io.holdfast.gauge.calls;

import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.LongBinaryOperator;

/** How often which call was made. Immutable; equal where every count is. */
public final class CallCounts {

  public static final CallCounts NONE = new CallCounts(new EnumMap<>(CountedCall.class));

  /** Without calls that were not made. */
  private final EnumMap<CountedCall, Long> counts;

  private CallCounts(EnumMap<CountedCall, Long> counts) {
    this.counts = counts;
    this.counts.values().removeIf(count -> count == 0);
  }

  /** So many of one call, and none of any other. */
  public static CallCounts of(CountedCall call, long count) {
    return NONE.plus(call, count);
  }

  /** How often a call was made. */
  public long of(CountedCall call) {
    return counts.getOrDefault(call, 0L);
  }

  public CallCounts plus(CountedCall call, long count) {
    EnumMap<CountedCall, Long> sum = new EnumMap<>(counts);
    sum.merge(call, count, Long::sum);
    return new CallCounts(sum);
  }

  public CallCounts minus(CallCounts earlier) {
    return with(earlier, (now, before) -> now - before);
  }

  /** What as many operations of this cost would make. */
  public CallCounts times(long operations) {
    return with(NONE, (one, nothing) -> one * operations);
  }

  private CallCounts with(CallCounts other, LongBinaryOperator operator) {
    EnumMap<CountedCall, Long> result = new EnumMap<>(CountedCall.class);
    for (CountedCall call : CountedCall.values()) {
      result.put(call, operator.applyAsLong(of(call), other.of(call)));
    }
    return new CallCounts(result);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CallCounts counted && counted.counts.equals(counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  /** {@code 64 fsync, 1 dir fsync, 64 rename}. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ");
    for (Map.Entry<CountedCall, Long> count : counts.entrySet()) {
      text.add(count.getValue() + " " + count.getKey().words());
    }
    return counts.isEmpty() ? "none" : text.toString();
  }
}
