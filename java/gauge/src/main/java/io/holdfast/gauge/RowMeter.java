package io.holdfast.gauge;

import io.holdfast.clock.NanoClock;
import io.holdfast.gauge.Latencies.Recorder;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountingPosix;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Does one kind of operation until its time is over, first for a while without measuring it. */
final class RowMeter {

  /** A part of this size is for the JVM to compile in and for caches to fill. */
  private static final int WARM_UP_PART = 8;

  private final CountingPosix posix;
  private final NanoClock clock;
  private final BooleanSupplier ending;

  /** Makes the work ready: its files, its leases. */
  @FunctionalInterface
  interface Preparation {
    Work prepare() throws Exception;
  }

  RowMeter(CountingPosix posix, NanoClock clock, BooleanSupplier ending) {
    this.posix = posix;
    this.clock = clock;
    this.ending = ending;
  }

  /**
   * One row. The first error ends and voids it.
   *
   * @param shareNanos for all of it; where the preparation took more than half of them, half of
   *     them for the operations. One operation is warm-up and one is measured whatever it says.
   * @throws CancellationException it was to end
   */
  Row measure(RowKind kind, Preparation preparation, long shareNanos) throws Exception {
    CallCounts model = CallCounts.NONE;
    long start = clock.nanoTime();
    try (Work work = preparation.prepare()) {
      model = work.model();
      long now = clock.nanoTime();
      long left = Math.max(shareNanos / 2, shareNanos - (now - start));
      long warm = repeat(work, 0, now + left / WARM_UP_PART, new Recorder());
      CallCounts before = posix.counted();
      Recorder recorder = new Recorder();
      repeat(work, warm, now + left, recorder);
      CallCounts counted = posix.counted().minus(before);
      return Row.measured(kind, model, counted, recorder.latencies());
    } catch (Exception e) {
      if (!Failure.isOfStorage(e)) {
        throw e;
      }
      return Row.failed(kind, model, Failure.reason(e), Failure.errno(e));
    }
  }

  /** Answers the number of the next operation. */
  private long repeat(Work work, long first, long deadline, Recorder recorder) throws Exception {
    long number = first;
    long now;
    do {
      if (ending.getAsBoolean()) {
        throw new CancellationException("ended between two operations");
      }
      long start = clock.nanoTime();
      work.once(number);
      now = clock.nanoTime();
      recorder.add(now - start);
      work.between(number++);
    } while (now - deadline < 0);
    return number;
  }
}
