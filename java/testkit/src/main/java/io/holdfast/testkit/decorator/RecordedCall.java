package io.holdfast.testkit.decorator;

import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/**
 * One line of a trace.
 *
 * @param began place of the call's beginning among all beginnings and ends of the trace
 * @param ended place of its end
 * @param subject the name under which the call's first descriptor was opened, null where the trace
 *     does not know it
 * @param result what the caller was told
 */
public record RecordedCall(
    long began, long ended, Call call, @Nullable RawPath subject, long result) {

  public PosixCall which() {
    return call.which();
  }

  public boolean failed() {
    return result < 0;
  }

  /** Whether this call had answered before the other began. */
  public boolean endedBefore(RecordedCall other) {
    return ended < other.began;
  }

  /** Whether the call was made on a descriptor that was opened under this name. */
  public boolean isOn(String name) {
    return subject != null && subject.equals(RawPath.of(name));
  }

  /** {@code fsync(5) = 0 [record.tmp]}. */
  @Override
  public String toString() {
    String answer = failed() ? "-" + Errno.of(result) : Long.toString(result);
    return call + " = " + answer + (subject == null ? "" : "  [" + subject + "]");
  }
}
