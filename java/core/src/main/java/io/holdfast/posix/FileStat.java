package io.holdfast.posix;

/**
 * What stat(2) and statx(2) say of a file; a view on the slots that {@link Posix#fstat} filled.
 *
 * <p>Slot order is part of the native ABI ({@code struct hf_stat}). Times are nanoseconds since the
 * epoch, saturated at the ends of {@code long}. {@code MASK} has the STATX_* bits of what is valid;
 * for fstat and fstatat these are STATX_BASIC_STATS.
 */
public record FileStat(
    long dev,
    long ino,
    int mode,
    long nlink,
    int uid,
    int gid,
    long rdev,
    long size,
    long blockSize,
    long blocks,
    long atimeNanos,
    long mtimeNanos,
    long ctimeNanos,
    long birthNanos,
    long mask,
    long mountId,
    long attributes) {

  public static final int SLOTS = 17;
  public static final int MASK = 14;

  /** Reads the slots. */
  public static FileStat of(long[] s) {
    return new FileStat(
        s[0],
        s[1],
        (int) s[2],
        s[3],
        (int) s[4],
        (int) s[5],
        s[6],
        s[7],
        s[8],
        s[9],
        s[10],
        s[11],
        s[12],
        s[13],
        s[MASK],
        s[15],
        s[16]);
  }

  public boolean isRegular() {
    return (mode & Flags.S_IFMT) == Flags.S_IFREG;
  }

  public boolean isDirectory() {
    return (mode & Flags.S_IFMT) == Flags.S_IFDIR;
  }

  public boolean isSymbolicLink() {
    return (mode & Flags.S_IFMT) == Flags.S_IFLNK;
  }

  /** The permission bits, set-id bits and sticky bit. */
  public int permissions() {
    return mode & 07777;
  }

  /** Same file: compares device and inode. Meaningful on one client only. */
  public boolean sameFileAs(FileStat other) {
    return dev == other.dev && ino == other.ino;
  }
}
