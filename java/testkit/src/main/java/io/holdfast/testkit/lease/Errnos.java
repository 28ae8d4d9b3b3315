package io.holdfast.testkit.lease;

import io.holdfast.posix.Errno;
import java.util.List;

/** Error numbers by their symbols, for tests that run once for each of several. */
final class Errnos {

  private static final List<Errno> KNOWN =
      List.of(
          Errno.EPERM,
          Errno.ENOENT,
          Errno.EINTR,
          Errno.EIO,
          Errno.EBADF,
          Errno.EAGAIN,
          Errno.EACCES,
          Errno.EEXIST,
          Errno.ENOSPC,
          Errno.EROFS,
          Errno.EDQUOT,
          Errno.ENOLCK,
          Errno.ENOSYS,
          Errno.EOPNOTSUPP,
          Errno.ETIMEDOUT,
          Errno.ESTALE);

  private Errnos() {}

  static Errno named(String symbol) {
    return KNOWN.stream()
        .filter(errno -> errno.symbol().equals(symbol))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no errno here: " + symbol));
  }
}
