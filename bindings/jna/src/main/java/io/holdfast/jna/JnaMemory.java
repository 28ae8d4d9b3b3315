package io.holdfast.jna;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.holdfast.carrier.CallMemory;
import io.holdfast.posix.PathBytes;
import io.holdfast.posix.Posix;
import java.util.function.LongToIntFunction;

/** Memory that malloc gives. */
final class JnaMemory implements CallMemory {

  @Override
  public int withName(byte[] name, LongToIntFunction call) {
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

  @Override
  public int sending(byte[] buffer, int offset, int length, TransferCall call) {
    int count = Math.min(length, Posix.TRANSFER_LIMIT);
    long address = allocate(count);
    try {
      new Pointer(address).write(0, buffer, offset, count);
      return (int) call.apply(address, count);
    } finally {
      Native.free(address);
    }
  }

  @Override
  public int receiving(byte[] buffer, int offset, int length, TransferCall call) {
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

  @Override
  public int slots(long[] into, int count, LongToIntFunction call) {
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
