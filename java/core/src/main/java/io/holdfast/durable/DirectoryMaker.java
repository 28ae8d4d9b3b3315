package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.List;

/** Makes the directories of a path, each durable before the next is made in it. */
final class DirectoryMaker {

  private final DurableContext context;
  private final Posix posix;
  private final int mode;

  DirectoryMaker(DurableContext context) {
    this.context = context;
    this.posix = context.posix();
    this.mode = context.options().directoryMode();
  }

  void make(Dir.Hold parent, List<Name> path) throws PosixException, DurabilityUnknownException {
    if (path.isEmpty()) {
      return;
    }
    Name name = path.get(0);
    boolean isNew = makeOne(parent, name);
    try (Dir child = parent.openChild(posix, name.raw());
        Dir.Hold held = child.hold()) {
      if (isNew) {
        setMode(parent, name, held.fd());
        context.barrier(held).await(held, BarrierReason.MAKE_DIRECTORY, 1);
      }
      context.barrier(parent).await(parent, BarrierReason.MAKE_DIRECTORY, 1);
      make(held, path.subList(1, path.size()));
    }
  }

  /** Whether it was absent a moment ago. Two that make it at the same time both answer yes. */
  private boolean makeOne(Dir.Hold parent, Name name)
      throws PosixException, DurabilityUnknownException {
    FileStat before = Syscalls.look(posix, parent.fd(), name.raw());
    if (before != null) {
      return false;
    }
    NameCalls.mkdir(posix, parent.fd(), name, mode).require("mkdirat", name.raw());
    return true;
  }

  /**
   * Past the umask. EPERM is the answer for a directory that another user made at the same moment:
   * its mode is that user's. A new directory whose mode cannot be set is taken back, so that the
   * next call does not find it with a mode that nobody asked for.
   */
  private void setMode(Dir.Hold parent, Name name, int fd) throws PosixException {
    int result = Syscalls.fchmod(posix, fd, mode);
    if (result < 0 && !Errno.EPERM.is(result)) {
      posix.unlinkat(parent.fd(), name.raw(), Flags.AT_REMOVEDIR);
      throw PosixException.of("fchmod", result, name.raw());
    }
  }
}
