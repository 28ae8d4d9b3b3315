package io.holdfast.posix;

/** What no path can be; every {@link Posix} answers it the same way, without a system call. */
public final class PathBytes {

  private PathBytes() {}

  /**
   * Looks at a path or a name before it is given to C.
   *
   * @return 0; {@code -ENAMETOOLONG} for more than {@link Posix#PATH_LIMIT} bytes; {@code -EINVAL}
   *     for a NUL among them
   */
  public static int check(byte[] path) {
    if (path.length > Posix.PATH_LIMIT) {
      return Errno.ENAMETOOLONG.asResult();
    }
    for (byte b : path) {
      if (b == 0) {
        return Errno.EINVAL.asResult();
      }
    }
    return 0;
  }
}
