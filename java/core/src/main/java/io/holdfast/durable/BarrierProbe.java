package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One real journal operation on a directory, after its fsync answered 0 and before anything is
 * acknowledged.
 *
 * <p>A failed directory fsync is reported once, to one descriptor; later ones answer 0 although
 * names are lost. A journal that was aborted or shut down refuses this operation, so that a later
 * batch, or another process, learns of it. It is the first form that the directory takes: an
 * extended attribute with a changing value, a file without a name, a file created and unlinked.
 */
final class BarrierProbe {

  private static final byte[] ATTRIBUTE = RandomNames.ascii("user.holdfast.barrier");
  private static final byte[] THIS_DIRECTORY = RandomNames.ascii(".");
  private static final int MODE = 0600;

  private enum Form {
    ATTRIBUTE,
    TMPFILE,
    CREATE_UNLINK
  }

  private final Posix posix;
  private final RandomNames names;
  private final DurableCounters counters;
  private final AtomicLong value;
  private volatile Form form = Form.ATTRIBUTE;

  BarrierProbe(Posix posix, RandomNames names, DurableCounters counters) {
    this.posix = posix;
    this.names = names;
    this.counters = counters;
    this.value = new AtomicLong(names.nextLong());
  }

  /**
   * Makes the operation.
   *
   * @return 0, or -errno: the barrier before it failed. EPERM, EACCES and EOPNOTSUPP (for a file
   *     without a name also EISDIR and ENOENT, its answers on old kernels) move on to the next
   *     form.
   */
  int probe(int dirfd) {
    for (; ; ) {
      Form tried = form;
      int result = probe(tried, dirfd);
      if (tried == Form.CREATE_UNLINK || !isUnsupported(tried, result)) {
        return result;
      }
      form = tried == Form.ATTRIBUTE ? Form.TMPFILE : Form.CREATE_UNLINK;
    }
  }

  private static boolean isUnsupported(Form form, int result) {
    return Errno.EPERM.is(result)
        || Errno.EACCES.is(result)
        || Errno.EOPNOTSUPP.is(result)
        || (form == Form.TMPFILE && (Errno.EISDIR.is(result) || Errno.ENOENT.is(result)));
  }

  private int probe(Form tried, int dirfd) {
    counters.probeCall();
    return switch (tried) {
      case ATTRIBUTE -> setAttribute(dirfd);
      case TMPFILE -> makeUnnamed(dirfd);
      case CREATE_UNLINK -> createAndUnlink(dirfd);
    };
  }

  private int setAttribute(int dirfd) {
    byte[] changing = ByteBuffer.allocate(Long.BYTES).putLong(value.incrementAndGet()).array();
    return posix.fsetxattr(dirfd, ATTRIBUTE, changing, 0);
  }

  private int makeUnnamed(int dirfd) {
    int fd = posix.openat(dirfd, THIS_DIRECTORY, Flags.O_TMPFILE | Flags.O_RDWR, MODE);
    return fd < 0 ? fd : posix.close(fd);
  }

  private int createAndUnlink(int dirfd) {
    byte[] name = names.next(RandomNames.PROBE).raw();
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    int fd = posix.openat(dirfd, name, flags, MODE);
    if (fd < 0) {
      return fd;
    }
    int closed = posix.close(fd);
    int unlinked = posix.unlinkat(dirfd, name, 0);
    return unlinked < 0 ? unlinked : closed;
  }
}
