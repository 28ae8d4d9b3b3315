package io.holdfast.durable;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import java.util.function.BooleanSupplier;

/** One bounded removal of a tree; used once, by one thread. */
final class TreeRemover {

  /** Deepest tree that is removed. */
  static final int DEPTH_LIMIT = 64;

  private final DurableContext context;
  private final int entryBudget;
  private final BooleanSupplier goOn;
  private int removed;

  TreeRemover(DurableContext context, int entryBudget, BooleanSupplier goOn) {
    if (entryBudget < 1) {
      throw new IllegalArgumentException("the entry budget is at least 1: " + entryBudget);
    }
    this.context = context;
    this.entryBudget = entryBudget;
    this.goOn = goOn;
  }

  TreeRemoval remove(Dir parent, Name name) throws PosixException, DurabilityUnknownException {
    boolean complete = removeEntry(parent, name, 0);
    context.barrier(parent).await(parent, BarrierReason.REMOVE, 1);
    return new TreeRemoval(removed, complete);
  }

  private boolean removeEntry(Dir parent, Name name, int depth)
      throws PosixException, DurabilityUnknownException {
    if (!mayGoOn()) {
      return false;
    }
    int result = context.posix().unlinkat(parent.fd(), name.raw(), 0);
    if (Errno.EISDIR.is(result) || Errno.EPERM.is(result)) {
      return removeDirectory(parent, name, depth);
    }
    return count(result, name);
  }

  private boolean removeDirectory(Dir parent, Name name, int depth)
      throws PosixException, DurabilityUnknownException {
    if (depth == DEPTH_LIMIT) {
      throw PosixException.of("unlinkat", Errno.ELOOP.asResult(), name.raw());
    }
    try (Dir dir = parent.openChild(name)) {
      if (dir.identity().dev() != parent.identity().dev()) {
        throw PosixException.of("unlinkat", Errno.EXDEV.asResult(), name.raw());
      }
      if (!emptied(dir, depth)) {
        return false;
      }
    }
    return mayGoOn()
        && count(context.posix().unlinkat(parent.fd(), name.raw(), Flags.AT_REMOVEDIR), name);
  }

  private boolean emptied(Dir dir, int depth) throws PosixException, DurabilityUnknownException {
    int before = removed;
    boolean complete = true;
    for (DirectoryEntries.Entry entry : DirectoryEntries.list(context.posix(), dir.fd())) {
      complete = removeEntry(dir, Name.of(entry.name()), depth + 1);
      if (!complete) {
        break;
      }
    }
    if (removed > before) {
      context.barrier(dir).await(dir, BarrierReason.REMOVE, removed - before);
    }
    return complete;
  }

  private boolean count(int result, Name name) throws PosixException {
    if (!Errno.ENOENT.is(result)) {
      PosixException.check(result, "unlinkat", name.raw());
      removed++;
    }
    return true;
  }

  private boolean mayGoOn() {
    return removed == 0 || (removed < entryBudget && goOn.getAsBoolean());
  }
}
