package io.holdfast.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.holdfast.posix.PathBytes;
import io.holdfast.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.ToIntFunction;

/**
 * Memory outside of the heap for the length of one call: what C gets a pointer to, and the copies
 * between it and Java's arrays. Nothing is pinned while a call may block.
 */
final class CallMemory {

  private CallMemory() {}

  /** A call with two names. */
  @FunctionalInterface
  interface NamesCall {
    int apply(MemorySegment first, MemorySegment second);
  }

  /** A call that moves bytes: where they are, and how many. */
  @FunctionalInterface
  interface TransferCall {
    long apply(MemorySegment memory, long length);
  }

  /** Makes a call with a name and its terminating NUL; what can be no name is refused. */
  static int withName(byte[] name, ToIntFunction<MemorySegment> call) {
    int refused = PathBytes.check(name);
    if (refused < 0) {
      return refused;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(name.length + 1L);
      MemorySegment.copy(name, 0, copy, JAVA_BYTE, 0, name.length);
      return call.applyAsInt(copy);
    }
  }

  /** {@link #withName} twice. */
  static int withNames(byte[] first, byte[] second, NamesCall call) {
    return withName(first, one -> withName(second, two -> call.apply(one, two)));
  }

  /** Makes a call that takes bytes from {@code buffer}, at most {@link Posix#TRANSFER_LIMIT}. */
  static int sending(byte[] buffer, int offset, int length, TransferCall call) {
    int count = Math.min(length, Posix.TRANSFER_LIMIT);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(count);
      MemorySegment.copy(buffer, offset, copy, JAVA_BYTE, 0, count);
      return (int) call.apply(copy, count);
    }
  }

  /**
   * Makes a call that fills {@code buffer} with as many bytes as it answers. An answer larger than
   * the room is a size that was asked for: nothing was filled.
   */
  static int receiving(byte[] buffer, int offset, int length, TransferCall call) {
    int room = Math.min(length, Posix.TRANSFER_LIMIT);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment filled = arena.allocate(room, Long.BYTES);
      int result = (int) call.apply(filled, room);
      if (result > 0 && result <= room) {
        MemorySegment.copy(filled, JAVA_BYTE, 0, buffer, offset, result);
      }
      return result;
    }
  }

  /** Makes a call that fills a struct of {@code count} longs when it answers 0. */
  static int slots(long[] into, int count, ToIntFunction<MemorySegment> call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment filled = arena.allocate(JAVA_LONG, count);
      int result = call.applyAsInt(filled);
      if (result == 0) {
        MemorySegment.copy(filled, JAVA_LONG, 0, into, 0, count);
      }
      return result;
    }
  }
}
