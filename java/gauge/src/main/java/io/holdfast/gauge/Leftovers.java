package io.holdfast.gauge;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.litmus.ProbeDir;
import io.holdfast.litmus.ProcessMark;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The scratch directories of other runs. One is removed when it is of the same user, and its {@link
 * Scratch#OWNER} names a process of this boot and pid namespace that does not run any more, and
 * nobody holds its lock. Every other one is left alone, and named with the reason.
 */
final class Leftovers {

  private final Posix posix;
  private final Dir above;
  private final Name own;
  private final ProcessMark mark;

  Leftovers(Posix posix, Dir above, Name own, ProcessMark mark) {
    this.posix = posix;
    this.above = above;
    this.own = own;
    this.mark = mark;
  }

  /** Sweeps. @return what became of each, one sentence each */
  List<String> sweep() throws PosixException {
    int user = stat(own).uid();
    List<String> told = new ArrayList<>();
    for (Name name : Scratch.in(posix, above)) {
      if (!name.equals(own)) {
        Optional<String> reason = sweep(name, user);
        if (reason.isEmpty()) {
          told.add(name + " is of another run and is removed");
        } else if (isThere(name)) {
          told.add(name + " is of another run and was left alone: " + reason.get());
        }
      }
    }
    return told;
  }

  /** Why it stays; empty when it is gone. */
  private Optional<String> sweep(Name name, int user) {
    try {
      Optional<String> reason =
          stat(name).uid() == user ? alive(name) : Optional.of("it is of another user");
      if (reason.isPresent()) {
        return reason;
      }
      try (Durable durable = new Durable(posix, DurableOptions.defaults())) {
        boolean gone = durable.removeTree(above, name, Scratch.ENTRY_LIMIT, () -> true).complete();
        return gone ? Optional.empty() : Optional.of("it is too large to be removed in one run");
      }
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Optional<String> alive(Name name) throws PosixException {
    try (ProbeDir tree =
        new ProbeDir(posix, ProbeDir.openDirectory(posix, above.fd(), name.bytes()))) {
      try (Descriptor file = tree.open(Scratch.OWNER, Flags.O_RDWR | Flags.O_NOFOLLOW)) {
        Optional<ProcessMark> other = ProcessMark.parse(tree.read(file));
        if (other.isEmpty() || !mark.canJudge(other.get())) {
          return Optional.of("whether its process runs cannot be known here; remove it if not");
        }
        if (other.get().isRunning(posix)) {
          return Optional.of("its process " + other.get().pid() + " runs");
        }
        int locked = posix.flock(file.number(), Flags.LOCK_EX | Flags.LOCK_NB);
        boolean busy = Errno.EAGAIN.is(locked) || Errno.EACCES.is(locked);
        return busy ? Optional.of("its lock is held") : Optional.empty();
      }
    }
  }

  /** A run that was at work may have ended meanwhile. */
  private boolean isThere(Name name) {
    int result =
        posix.fstatat(
            above.fd(), name.bytes(), new long[FileStat.SLOTS], Flags.AT_SYMLINK_NOFOLLOW);
    return !Errno.ENOENT.is(result);
  }

  private FileStat stat(Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int result = posix.fstatat(above.fd(), name.bytes(), slots, Flags.AT_SYMLINK_NOFOLLOW);
    PosixException.check(result, "fstatat", name.bytes());
    return FileStat.of(slots);
  }
}
