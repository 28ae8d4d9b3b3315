package io.holdfast.testkit.decorator;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down every call with its arguments and its answer. Any number of threads may use it.
 *
 * <p>A call that throws instead of answering is not in the trace.
 */
public final class RecordingPosix extends InterceptingPosix {

  private final Object mutex = new Object();
  private final List<RecordedCall> calls = new ArrayList<>();
  private final Map<Integer, RawPath> openedAs = new HashMap<>();
  private long ticks;

  public RecordingPosix(Posix delegate) {
    super(delegate);
  }

  /** What was called so far. */
  public Trace trace() {
    synchronized (mutex) {
      return new Trace(calls);
    }
  }

  /** Forgets the calls, not the names of descriptors. */
  public void clear() {
    synchronized (mutex) {
      calls.clear();
    }
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    long began;
    RawPath subject;
    synchronized (mutex) {
      began = ticks++;
      subject = subjectOf(call);
    }
    long result = proceed.getAsLong();
    synchronized (mutex) {
      calls.add(new RecordedCall(began, ticks++, call, subject, result));
      if (call.which().opensDescriptor() && result >= 0) {
        openedAs.put((int) result, call.names().get(0));
      }
    }
    return result;
  }

  private @Nullable RawPath subjectOf(Call call) {
    if (call.which() == PosixCall.CLOSE) {
      return openedAs.remove(call.descriptor());
    }
    return openedAs.get(call.descriptor());
  }
}
