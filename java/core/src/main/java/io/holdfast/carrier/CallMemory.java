package io.holdfast.carrier;

import io.holdfast.posix.Posix;
import java.util.function.LongToIntFunction;

/**
 * Memory outside of the heap for the length of one call: what C gets a pointer to, and the copies
 * between it and Java's arrays. Nothing is pinned while a call may block.
 *
 * <p>Any thread may use it; no two calls share memory.
 */
public interface CallMemory {

  /** A call with two names. */
  @FunctionalInterface
  interface NamesCall {

    /** Makes it with the addresses of both, each with its terminating NUL. */
    int apply(long first, long second);
  }

  /** A call that moves bytes. */
  @FunctionalInterface
  interface TransferCall {

    /** Makes it with their address, and how many there may be. */
    long apply(long address, long length);
  }

  /**
   * Makes a call with a name and its terminating NUL.
   *
   * @return its answer, or what {@link io.holdfast.posix.PathBytes#check} answered of what can be
   *     no name
   */
  int withName(byte[] name, LongToIntFunction call);

  /** {@link #withName} twice. */
  default int withNames(byte[] first, byte[] second, NamesCall call) {
    return withName(first, one -> withName(second, two -> call.apply(one, two)));
  }

  /** Makes a call that takes bytes from {@code buffer}, at most {@link Posix#TRANSFER_LIMIT}. */
  int sending(byte[] buffer, int offset, int length, TransferCall call);

  /**
   * Makes a call that fills {@code buffer} with as many bytes as it answers. An answer larger than
   * the room is a size that was asked for: nothing was filled.
   */
  int receiving(byte[] buffer, int offset, int length, TransferCall call);

  /** Makes a call that fills a struct of {@code count} longs when it answers 0. */
  int slots(long[] into, int count, LongToIntFunction call);
}
