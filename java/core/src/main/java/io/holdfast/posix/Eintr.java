package io.holdfast.posix;

import java.util.function.IntSupplier;

/**
 * What is done about EINTR where a call is simply made again: it looks, or was not carried out when
 * it says so (signal(7)), or ends in the same state when it is carried out twice. Calls of which
 * none is true decide for themselves; close(2) is never made again.
 */
public final class Eintr {

  private Eintr() {}

  /** Makes a call until it answers anything but EINTR. @return its answer */
  public static int again(IntSupplier call) {
    int result;
    do {
      result = call.getAsInt();
    } while (Errno.EINTR.is(result));
    return result;
  }
}
