package io.holdfast.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.holdfast.carrier.CallMemory;
import io.holdfast.posix.PathBytes;
import io.holdfast.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongToIntFunction;

/** Memory of an arena that lives as long as the call. */
final class FfmMemory implements CallMemory {

  @Override
  public int withName(byte[] name, LongToIntFunction call) {
    int refused = PathBytes.check(name);
    if (refused < 0) {
      return refused;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(name.length + 1L);
      MemorySegment.copy(name, 0, copy, JAVA_BYTE, 0, name.length);
      return call.applyAsInt(copy.address());
    }
  }

  @Override
  public int sending(byte[] buffer, int offset, int length, TransferCall call) {
    int count = Math.min(length, Posix.TRANSFER_LIMIT);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(count);
      MemorySegment.copy(buffer, offset, copy, JAVA_BYTE, 0, count);
      return (int) call.apply(copy.address(), count);
    }
  }

  @Override
  public int receiving(byte[] buffer, int offset, int length, TransferCall call) {
    int room = Math.min(length, Posix.TRANSFER_LIMIT);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment filled = arena.allocate(room, Long.BYTES);
      int result = (int) call.apply(filled.address(), room);
      if (result > 0 && result <= room) {
        MemorySegment.copy(filled, JAVA_BYTE, 0, buffer, offset, result);
      }
      return result;
    }
  }

  @Override
  public int slots(long[] into, int count, LongToIntFunction call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment filled = arena.allocate(JAVA_LONG, count);
      int result = call.applyAsInt(filled.address());
      if (result == 0) {
        MemorySegment.copy(filled, JAVA_LONG, 0, into, 0, count);
      }
      return result;
    }
  }
}
