package io.holdfast.posix;

/**
 * What F_GETLK says; a view on the slots that {@link Posix#fcntlGetLock} filled ({@code struct
 * hf_lock}). {@code type} is F_UNLCK when nothing is in the way; {@code pid} is -1 for an OFD lock.
 */
public record LockStat(int type, int whence, long start, long length, int pid) {

  public static final int SLOTS = 5;

  /** Reads the slots. */
  public static LockStat of(long[] s) {
    return new LockStat((int) s[0], (int) s[1], s[2], s[3], (int) s[4]);
  }
}
