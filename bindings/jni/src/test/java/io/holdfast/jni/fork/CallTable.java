package io.holdfast.jni.fork;

/**
 * The table of system calls in a JNI library that was built for tests: which call fails, and how.
 * Usable once the binding has loaded that library; one thread at a time.
 */
final class CallTable {

  private CallTable() {}

  /**
   * Every call as in the release, and counted from 0.
   *
   * @param longestWrite most bytes that one pwrite moves
   */
  static native void clear(int longestWrite);

  /**
   * From now on the nth such call fails, once.
   *
   * @param call its name in native/src/calls.def
   * @param errno the number
   * @param afterwards whether it is done all the same
   * @return false: no call has this name
   */
  static native boolean arm(String call, int nth, int errno, boolean afterwards);

  /** No call fails any more. */
  static native void disarm();

  /** Whether the call that was armed last has failed. */
  static native boolean struck();

  /** While paused calls pass, uncounted. */
  static native void pause(boolean paused);
}
