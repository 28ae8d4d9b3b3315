package io.holdfast.gauge;

import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.posix.Errno;
import java.util.Optional;

/**
 * What came of measuring one operation. Exactly one of {@code latencies} and {@code voided} is
 * there.
 *
 * @param model the calls that one operation must make
 * @param counted the calls that all operations made
 * @param latencies how long they took
 * @param voided why there are no times
 */
public record Row(
    RowKind kind,
    CallCounts model,
    CallCounts counted,
    Optional<Latencies> latencies,
    Optional<Voided> voided) {

  /** With fewer operations a quick one may be chance. */
  private static final int COUNT_THAT_MEANS_SOMETHING = 20;

  public Row {
    if (latencies.isPresent() == voided.isPresent()) {
      throw new IllegalArgumentException("a row has times, or a reason why it has none: " + kind);
    }
  }

  /** A row of operations that were all done; void where their calls are not those of the model. */
  static Row measured(RowKind kind, CallCounts model, CallCounts counted, Latencies latencies) {
    CallCounts expected = model.times(latencies.count());
    if (!counted.equals(expected)) {
      String reason =
          "%d operations must make %s, and made %s".formatted(latencies.count(), expected, counted);
      return without(kind, model, counted, new Voided(reason, Optional.empty()));
    }
    return new Row(kind, model, counted, Optional.of(latencies), Optional.empty());
  }

  /** A row that an error has ended. */
  static Row failed(RowKind kind, CallCounts model, String reason, Optional<Errno> errno) {
    return without(kind, model, CallCounts.NONE, new Voided(reason, errno));
  }

  private static Row without(RowKind kind, CallCounts model, CallCounts counted, Voided voided) {
    return new Row(kind, model, counted, Optional.empty(), Optional.of(voided));
  }

  public boolean isVoid() {
    return voided.isPresent();
  }

  /** Whether half of the operations were faster than their barriers can be on any medium. */
  public boolean isImplausible() {
    return latencies
        .filter(times -> times.count() >= COUNT_THAT_MEANS_SOMETHING)
        .filter(times -> times.percentileNanos(Percentile.P50.percent()) < kind.plausibleNanos())
        .isPresent();
  }
}
