package io.holdfast.testkit.durable;

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
          Errno.ENXIO,
          Errno.EBADF,
          Errno.EAGAIN,
          Errno.ENOMEM,
          Errno.EACCES,
          Errno.EBUSY,
          Errno.EEXIST,
          Errno.EXDEV,
          Errno.ENOTDIR,
          Errno.EISDIR,
          Errno.EINVAL,
          Errno.ENFILE,
          Errno.EMFILE,
          Errno.EFBIG,
          Errno.ENOSPC,
          Errno.EROFS,
          Errno.EMLINK,
          Errno.ENAMETOOLONG,
          Errno.ENOSYS,
          Errno.ENOTEMPTY,
          Errno.ELOOP,
          Errno.EOPNOTSUPP,
          Errno.ETIMEDOUT,
          Errno.ESTALE,
          Errno.EDQUOT,
          Errno.ESHUTDOWN,
          Errno.ENODATA);

  private Errnos() {}

  static Errno named(String symbol) {
    return KNOWN.stream()
        .filter(errno -> errno.symbol().equals(symbol))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no errno here: " + symbol));
  }
}
