package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
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
 *
 * <p>One thread at a time: whoever leads the directory's barrier.
 */
final class BarrierProbe {

  private static final byte[] ATTRIBUTE = RandomNames.ascii("user.holdfast.barrier");
  private static final byte[] THIS_DIRECTORY = RandomNames.ascii(".");
  private static final int MODE = 0600;

  private enum Form {
    ATTRIBUTE("fsetxattr"),
    UNNAMED("openat(O_TMPFILE)"),
    CREATED("create and unlink");

    final String operation;

    Form(String operation) {
      this.operation = operation;
    }
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
   * Makes the operation. EPERM, EACCES and EOPNOTSUPP (for a file without a name also EISDIR and
   * ENOENT, its answers on old kernels) move on to the next form, for good.
   *
   * @throws PosixException any other error: the barrier before it failed
   */
  void probe(int dirfd) throws PosixException {
    for (; ; ) {
      Form tried = form;
      int result = probe(tried, dirfd);
      if (tried == Form.CREATED || !isUnsupported(tried, result)) {
        PosixException.check(result, "barrier probe by " + tried.operation);
        return;
      }
      form = tried == Form.ATTRIBUTE ? Form.UNNAMED : Form.CREATED;
    }
  }

  private static boolean isUnsupported(Form form, int result) {
    return Errno.EPERM.is(result)
        || Errno.EACCES.is(result)
        || Errno.EOPNOTSUPP.is(result)
        || (form == Form.UNNAMED && (Errno.EISDIR.is(result) || Errno.ENOENT.is(result)));
  }

  private int probe(Form tried, int dirfd) {
    counters.probeCall();
    return switch (tried) {
      case ATTRIBUTE -> setAttribute(dirfd);
      case UNNAMED -> makeUnnamed(dirfd);
      case CREATED -> createAndUnlink(dirfd);
    };
  }

  private int setAttribute(int dirfd) {
    byte[] changing = ByteBuffer.allocate(Long.BYTES).putLong(value.incrementAndGet()).array();
    return Syscalls.fsetxattr(posix, dirfd, ATTRIBUTE, changing);
  }

  private int makeUnnamed(int dirfd) {
    int flags = Flags.O_TMPFILE | Flags.O_RDWR;
    int fd = Syscalls.open(posix, dirfd, THIS_DIRECTORY, flags, MODE);
    return fd < 0 ? fd : Syscalls.close(posix, fd);
  }

  private int createAndUnlink(int dirfd) {
    UniqueFile file = UniqueFile.create(posix, dirfd, names::barrier, MODE);
    if (file.result() < 0) {
      return file.result();
    }
    int closed = Syscalls.close(posix, file.result());
    int unlinked = UniqueFile.remove(posix, dirfd, file.name());
    if (unlinked < 0) {
      counters.leftover();
      return unlinked;
    }
    return closed;
  }
}
