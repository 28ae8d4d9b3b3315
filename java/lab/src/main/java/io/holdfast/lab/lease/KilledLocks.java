package io.holdfast.lab.lease;

import io.holdfast.lab.RigException;
import io.holdfast.lease.HeldUpdateLock;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.TableUpkeep;
import io.holdfast.lease.TableUpkeep.Breaking;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Update locks that are directories and that their killed holders have left: nothing breaks them by
 * age, so that whoever knows that the holder is dead does it by hand.
 */
final class KilledLocks {

  private static final int PID_WORD = 2;

  private final Posix posix;
  private final RawPath table;

  KilledLocks(Posix posix, RawPath table) {
    this.posix = posix;
    this.table = table;
  }

  /** Breaks the locks whose owner file names a process that has ended. @return how many */
  int breakThoseOf(long pid) throws RigException {
    return breakAll(lock -> lock.owner().filter(owner -> names(owner, pid)).isPresent());
  }

  /** Breaks all, also those that nobody has put a name to. No coordinator may be at work. */
  int breakAll() throws RigException {
    return breakAll(lock -> true);
  }

  private int breakAll(Predicate<HeldUpdateLock> isMeant) throws RigException {
    LeaseOptions options = LeaseOptions.defaults(LeaseClocks.system(posix));
    try (TableUpkeep upkeep = TableUpkeep.open(posix, table, Optional.empty(), options)) {
      int broken = 0;
      for (HeldUpdateLock lock : upkeep.heldLocks(any -> {})) {
        broken += isMeant.test(lock) && upkeep.breakLock(lock) == Breaking.BROKEN ? 1 : 0;
      }
      return broken;
    } catch (PosixException | TableRefusedException e) {
      throw new RigException("locks of the killed cannot be broken: " + e.getMessage(), e);
    }
  }

  /** An owner file says host, boot id, pid and a random word. */
  private static boolean names(String owner, long pid) {
    String[] words = owner.strip().split(" ", -1);
    return words.length > PID_WORD && words[PID_WORD].equals(Long.toString(pid));
  }
}
