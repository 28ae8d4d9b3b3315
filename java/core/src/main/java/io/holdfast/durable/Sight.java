package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;

/**
 * Decides by looking whether a call that answered an error was done all the same: a network file
 * system executes a request again whose reply was lost, and then answers ENOENT or EEXIST.
 */
final class Sight {

  private Sight() {}

  /** Errors behind which a server may still execute the request, or may have. */
  static boolean mayStillHappen(int result) {
    return Errno.EIO.is(result)
        || Errno.EINTR.is(result)
        || Errno.ETIMEDOUT.is(result)
        || Errno.ESHUTDOWN.is(result)
        || Errno.ESTALE.is(result);
  }

  /**
   * Returns when a rename that answered {@code result} was done: the new name leads to the file.
   *
   * @throws PosixException it was not done and cannot be any more
   * @throws DurabilityUnknownException neither can be said
   */
  static void requireDone(
      int result, String operation, Dir fromDir, Name from, Dir toDir, Name to, FileStat identity)
      throws PosixException, DurabilityUnknownException {
    PosixException failure = PosixException.of(operation, result, to.raw());
    boolean arrived;
    boolean stillThere;
    try {
      FileStat there = Syscalls.look(toDir, to);
      arrived = there != null && there.sameFileAs(identity);
      FileStat here = Syscalls.look(fromDir, from);
      stillThere = here != null && here.sameFileAs(identity);
    } catch (PosixException blind) {
      failure.addSuppressed(blind);
      throw new DurabilityUnknownException(operation + " " + to + " cannot be looked at", failure);
    }
    if (arrived) {
      return;
    }
    if (stillThere && !mayStillHappen(result)) {
      throw failure;
    }
    throw new DurabilityUnknownException(operation + " " + to + " may have been done", failure);
  }
}
