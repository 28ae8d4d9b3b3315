package io.holdfast.jnr;

import io.holdfast.posix.PathBytes;
import io.holdfast.posix.Posix;
import java.util.function.ToIntFunction;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside of the heap for the length of one call: what libc gets a pointer to, and the
 * copies between it and Java's arrays. Nothing is pinned while a call may block.
 *
 * <p>A call answers its result or {@code -errno}, read before the memory is given back.
 */
final class CallMemory {

  private final Libc libc;

  CallMemory(Libc libc) {
    this.libc = libc;
  }

  /** A call with two names. */
  @FunctionalInterface
  interface NamesCall {
    int apply(Pointer first, Pointer second);
  }

  /** A call that moves bytes: where they are, and how many. */
  @FunctionalInterface
  interface TransferCall {
    int apply(Pointer memory, int length);
  }

  /** Makes a call with a block of so many bytes, whose content is not defined. */
  int withBlock(int bytes, ToIntFunction<Pointer> call) {
    @Nullable Pointer block = libc.malloc(Math.max(bytes, 1));
    if (block == null) {
      throw new OutOfMemoryError("malloc(" + bytes + ")");
    }
    try {
      return call.applyAsInt(block);
    } finally {
      libc.free(block);
    }
  }

  /** Makes a call with a name and its terminating NUL; what can be no name is refused. */
  int withName(byte[] name, ToIntFunction<Pointer> call) {
    int refused = PathBytes.check(name);
    if (refused < 0) {
      return refused;
    }
    return withBlock(
        name.length + 1,
        block -> {
          block.put(0, name, 0, name.length);
          block.putByte(name.length, (byte) 0);
          return call.applyAsInt(block);
        });
  }

  /** {@link #withName} twice. */
  int withNames(byte[] first, byte[] second, NamesCall call) {
    return withName(first, one -> withName(second, two -> call.apply(one, two)));
  }

  /** Makes a call that takes bytes from {@code buffer}, at most {@link Posix#TRANSFER_LIMIT}. */
  int sending(byte[] buffer, int offset, int length, TransferCall call) {
    int count = Math.min(length, Posix.TRANSFER_LIMIT);
    return withBlock(
        count,
        block -> {
          block.put(0, buffer, offset, count);
          return call.apply(block, count);
        });
  }

  /**
   * Makes a call that fills {@code buffer} with as many bytes as it answers. An answer larger than
   * the room is a size that was asked for: nothing was filled.
   */
  int receiving(byte[] buffer, int offset, int length, TransferCall call) {
    int room = Math.min(length, Posix.TRANSFER_LIMIT);
    return withBlock(
        room,
        block -> {
          int result = call.apply(block, room);
          if (result > 0 && result <= room) {
            block.get(0, buffer, offset, result);
          }
          return result;
        });
  }
}
