package io.holdfast.durable;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One bounded removal of a tree; used once, by one thread. */
final class TreeRemover {

  private static final int LISTING_BYTES = 32 * 1024;

  /** Readings of one directory until a reading finds it empty. */
  private static final int READING_LIMIT = 16;

  private final DurableContext context;
  private final Posix posix;
  private final int entryBudget;
  private final BooleanSupplier goOn;
  private int removed;

  TreeRemover(DurableContext context, int entryBudget, BooleanSupplier goOn) {
    this.context = context;
    this.posix = context.posix();
    this.entryBudget = entryBudget;
    this.goOn = goOn;
  }

  TreeRemoval remove(Dir.Hold parent, Name name) throws PosixException, DurabilityUnknownException {
    boolean complete = removeEntry(parent, name.raw(), 0);
    context.barrier(parent).await(parent, BarrierReason.REMOVE, 1);
    return new TreeRemoval(removed, complete);
  }

  /** Answers false when the budget ended before the name was gone. */
  private boolean removeEntry(Dir.Hold parent, byte[] name, int depth)
      throws PosixException, DurabilityUnknownException {
    if (!mayGoOn()) {
      return false;
    }
    int result = posix.unlinkat(parent.fd(), name, 0);
    if (isGone(parent, name, result)) {
      return true;
    }
    FileStat there = Syscalls.look(posix, parent.fd(), name);
    boolean refused = Errno.EISDIR.is(result) || Errno.EPERM.is(result);
    if (refused && there != null && there.isDirectory()) {
      requireSameMount(parent, there, name);
      return removeDirectory(parent, name, depth);
    }
    throw failure(result, name);
  }

  private boolean removeDirectory(Dir.Hold parent, byte[] name, int depth)
      throws PosixException, DurabilityUnknownException {
    if (depth == Durable.DEPTH_LIMIT) {
      throw PosixException.of("unlinkat", Errno.ELOOP.asResult(), name);
    }
    try (Dir dir = parent.openChild(posix, name);
        Dir.Hold held = dir.hold()) {
      if (!empty(held, depth)) {
        return false;
      }
    }
    if (!mayGoOn()) {
      return false;
    }
    int result = posix.unlinkat(parent.fd(), name, Flags.AT_REMOVEDIR);
    if (!isGone(parent, name, result)) {
      throw failure(result, name);
    }
    return true;
  }

  /** Removes what is in a directory, and makes that durable before the directory goes. */
  private boolean empty(Dir.Hold dir, int depth) throws PosixException, DurabilityUnknownException {
    boolean complete = true;
    int names = 0;
    for (int reading = 0; complete && reading < READING_LIMIT; reading++) {
      PosixException.check(posix.lseek(dir.fd(), 0, Flags.SEEK_SET), "lseek");
      int before = names;
      for (List<DirectoryEntries.Entry> some = list(dir); !some.isEmpty(); some = list(dir)) {
        for (DirectoryEntries.Entry entry : some) {
          complete = complete && removeEntry(dir, entry.name(), depth + 1);
          names += complete ? 1 : 0;
        }
        if (!complete) {
          break;
        }
      }
      if (names == before) {
        break;
      }
    }
    if (names > 0) {
      new DirectoryBarrier(context).await(dir, BarrierReason.REMOVE, names);
    }
    return complete;
  }

  /** As many names as one call gives, so that a directory of any size takes little room. */
  private List<DirectoryEntries.Entry> list(Dir.Hold dir) throws PosixException {
    byte[] buffer = new byte[LISTING_BYTES];
    List<DirectoryEntries.Entry> entries = new ArrayList<>();
    int filled;
    do {
      filled = Syscalls.getdents(posix, dir.fd(), buffer);
      DirectoryEntries.parse(buffer, PosixException.check(filled, "getdents64"), entries);
    } while (entries.isEmpty() && filled > 0);
    return entries;
  }

  /** Counts a name that is gone; an error is not believed before a look. */
  private boolean isGone(Dir.Hold parent, byte[] name, int result) {
    if (result < 0
        && (NameCalls.isRefusal(result)
            || Sight.of(posix, parent.fd(), name, null) != Sight.NOTHING)) {
      return false;
    }
    removed += Errno.ENOENT.is(result) ? 0 : 1;
    return true;
  }

  /**
   * A mount point is left alone, a file system mounted there and another part of the same one.
   * Kernels before 5.8 do not tell the second from a directory; there the rmdir fails with EBUSY.
   */
  private void requireSameMount(Dir.Hold parent, FileStat there, byte[] name)
      throws PosixException {
    FileStat above = Syscalls.lookHere(posix, parent.fd());
    boolean told = (above.mask() & there.mask() & Flags.STATX_MNT_ID) != 0;
    if (above.dev() != there.dev() || (told && above.mountId() != there.mountId())) {
      throw PosixException.of("unlinkat", Errno.EXDEV.asResult(), name);
    }
  }

  private static PosixException failure(int result, byte[] name) throws DurabilityUnknownException {
    PosixException failure = PosixException.of("unlinkat", result, name);
    if (!NameCalls.isRefusal(result)) {
      throw new DurabilityUnknownException(
          "whether this was done cannot be seen: " + failure.getMessage(), failure);
    }
    return failure;
  }

  private boolean mayGoOn() {
    return removed == 0 || (removed < entryBudget && goOn.getAsBoolean());
  }
}
