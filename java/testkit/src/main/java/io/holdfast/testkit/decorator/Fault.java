package io.holdfast.testkit.decorator;

import io.holdfast.posix.Errno;
import java.util.function.Predicate;

/**
 * An order to fail: which call, from the how-manieth on, how often, with what, and whether the call
 * is done all the same. Immutable; each method answers a changed copy.
 *
 * <p>Calls are counted from the moment at which {@link FaultPosix} was given the fault, and only
 * those that the predicate accepts.
 */
public final class Fault {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private final PosixCall which;
  private final Errno errno;
  private final Predicate<Call> predicate;
  private final long nth;
  private final long times;
  private final boolean afterwards;

  private Fault(
      PosixCall which,
      Errno errno,
      Predicate<Call> predicate,
      long nth,
      long times,
      boolean afterwards) {
    if (nth < 1 || times < 1) {
      throw new IllegalArgumentException("calls are counted from 1: " + nth + ", " + times);
    }
    this.which = which;
    this.errno = errno;
    this.predicate = predicate;
    this.nth = nth;
    this.times = times;
    this.afterwards = afterwards;
  }

  /** The first such call fails, once, without having been made. */
  public static Fault of(PosixCall which, Errno errno) {
    return new Fault(which, errno, call -> true, 1, 1, false);
  }

  /** It is the {@code nth} call that fails first, counted from 1. */
  public Fault onCall(long nth) {
    return new Fault(which, errno, predicate, nth, times, afterwards);
  }

  /** That many calls fail in a row. */
  public Fault times(long times) {
    return new Fault(which, errno, predicate, nth, times, afterwards);
  }

  /** From the first failure on every such call fails. */
  public Fault forEver() {
    return times(FOR_EVER);
  }

  /** The call is made and succeeds or fails by itself, and then is reported as failed. */
  public Fault afterwards() {
    return new Fault(which, errno, predicate, nth, times, true);
  }

  /** Only such calls count and fail. */
  public Fault where(Predicate<Call> accepted) {
    return new Fault(which, errno, predicate.and(accepted), nth, times, afterwards);
  }

  Errno errno() {
    return errno;
  }

  boolean isAfterwards() {
    return afterwards;
  }

  boolean concerns(Call call) {
    return call.which() == which && predicate.test(call);
  }

  /** Whether the call with this number, counted from 1, fails. */
  boolean hits(long number) {
    return number >= nth && number - nth < times;
  }

  @Override
  public String toString() {
    String often = times == FOR_EVER ? "from call " + nth + " on" : times + " from call " + nth;
    return which
        + " fails with "
        + errno
        + ", "
        + often
        + (afterwards ? ", after it was done" : "");
  }
}
