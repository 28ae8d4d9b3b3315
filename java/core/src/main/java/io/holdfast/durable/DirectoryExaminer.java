package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.PosixException;

/** Asks a directory's mount what it can do, by doing it. */
final class DirectoryExaminer {

  private final DurableContext context;

  DirectoryExaminer(DurableContext context) {
    this.context = context;
  }

  DirectorySupport examine(Dir.Hold dir) throws PosixException, DurabilityUnknownException {
    return new DirectorySupport(context.form(dir), barrier(dir), unnamedFiles(dir));
  }

  private DirectorySupport.Barrier barrier(Dir.Hold dir)
      throws PosixException, DurabilityUnknownException {
    if (context.form(dir) != BarrierForm.SENTINEL_ALONE && !canBeSynced(dir)) {
      return DirectorySupport.Barrier.UNSUPPORTED;
    }
    context.barrier(dir).await(dir, BarrierReason.EXAMINE, 1);
    return isInMemory(dir)
        ? DirectorySupport.Barrier.ACCEPTED_NOT_DURABLE
        : DirectorySupport.Barrier.ANSWERED;
  }

  /** A first fsync of its own, because EINVAL here is an answer and no failed barrier. */
  private boolean canBeSynced(Dir.Hold dir) throws PosixException {
    context.counters().directorySync();
    int result = Syscalls.fsync(context.posix(), dir.fd());
    if (Errno.EINVAL.is(result)) {
      return false;
    }
    if (result < 0) {
      PosixException failure = PosixException.of("fsync", result);
      context.spoil(failure);
      throw failure;
    }
    return true;
  }

  private boolean isInMemory(Dir.Hold dir) throws PosixException {
    long[] slots = new long[FileSystemStat.SLOTS];
    PosixException.check(context.posix().fstatfs(dir.fd(), slots), "fstatfs");
    return LocalFileSystems.isInMemory(FileSystemStat.of(slots).type());
  }

  private boolean unnamedFiles(Dir.Hold dir) throws PosixException {
    int fd = Staged.openUnnamed(context.posix(), dir, context.options().fileMode());
    if (Staged.saysNoUnnamed(fd, dir, context.posix())) {
      context.hasNoUnnamed(dir);
      return false;
    }
    Syscalls.close(context.posix(), PosixException.check(fd, "openat(O_TMPFILE)"));
    return true;
  }
}
