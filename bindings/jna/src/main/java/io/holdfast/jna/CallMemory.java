package io.holdfast.jna;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.holdfast.posix.PathBytes;
import io.holdfast.posix.Posix;
import java.util.function.LongToIntFunction;

/**
 * Memory outside of the heap for the length of one call: what C gets a pointer to, and the copies
 * between it and Java's arrays. Nothing is pinned while a call may block.
 */
final class CallMemory {

  private CallMemory() {}

  /** A call with two names. */
  @FunctionalInterface
  interface NamesCall {
    int apply(long first, long second);
  }

  /** A call that moves bytes: where they are, and how many. */
  @FunctionalInterface
  interface TransferCall {
    long apply(long address, long length);
  }

  /** Makes a call with a name and its terminating NUL; what can be no name is refused. */
  static int withName(byte[] name, LongToIntFunction call) {
    int refused = PathBytes.check(name);
    if (refused < 0) {
      return refused;
    }
    long address = allocate(name.length + 1L);
    try {
      Pointer copy = new Pointer(address);
      copy.write(0, name, 0, name.length);
      copy.setByte(name.length, (byte) 0);
      return call.applyAsInt(address);
    } finally {
      Native.free(address);
    }
  }

  /** {@link #withName} twice. */
  static int withNames(byte[] first, byte[] second, NamesCall call) {
    return withName(first, one -> withName(second, two -> call.apply(one, two)));
  }

  /** Makes a call that takes bytes from {@code buffer}, at most {@link Posix#TRANSFER_LIMIT}. */
  static int sending(byte[] buffer, int offset, int length, TransferCall call) {
    int count = Math.min(length, Posix.TRANSFER_LIMIT);
    long address = allocate(count);
    try {
      new Pointer(address).write(0, buffer, offset, count);
      return (int) call.apply(address, count);
    } finally {
      Native.free(address);
    }
  }

  /**
   * Makes a call that fills {@code buffer} with as many bytes as it answers. An answer larger than
   * the room is a size that was asked for: nothing was filled.
   */
  static int receiving(byte[] buffer, int offset, int length, TransferCall call) {
    int room = Math.min(length, Posix.TRANSFER_LIMIT);
    long address = allocate(room);
    try {
      int result = (int) call.apply(address, room);
      if (result > 0 && result <= room) {
        new Pointer(address).read(0, buffer, offset, result);
      }
      return result;
    } finally {
      Native.free(address);
    }
  }

  /** Makes a call that fills a struct of {@code count} longs when it answers 0. */
  static int slots(long[] into, int count, LongToIntFunction call) {
    long address = allocate((long) count * Long.BYTES);
    try {
      int result = call.applyAsInt(address);
      if (result == 0) {
        new Pointer(address).read(0, into, 0, count);
      }
      return result;
    } finally {
      Native.free(address);
    }
  }

  private static long allocate(long bytes) {
    long address = Native.malloc(Math.max(bytes, 1));
    if (address == 0) {
      throw new OutOfMemoryError("malloc(" + bytes + ")");
    }
    return address;
  }
}
