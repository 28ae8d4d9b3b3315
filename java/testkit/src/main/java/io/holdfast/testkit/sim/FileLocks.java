package io.holdfast.testkit.sim;

import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The locks on one file. Owners are compared by identity. */
final class FileLocks {

  private final Map<OpenFile, Integer> flocks = new HashMap<>();
  private List<RangeLock> ranges = new ArrayList<>();

  /**
   * A lock on a range.
   *
   * @param owner a {@link SimProcess} for POSIX locks, an {@link OpenFile} for OFD locks
   */
  record RangeLock(Object owner, int type, ByteRange range) {

    boolean excludes(Object other, int otherType, ByteRange otherRange) {
      boolean exclusive = type == Flags.F_WRLCK || otherType == Flags.F_WRLCK;
      return owner != other && exclusive && range.overlaps(otherRange);
    }

    /** The owner's process, -1 for an open file. */
    int pid() {
      return owner instanceof SimProcess process ? process.pid() : -1;
    }
  }

  // ---- flock

  /** LOCK_SH, LOCK_EX or LOCK_UN: what this open file holds. */
  int flockOf(OpenFile file) {
    return flocks.getOrDefault(file, Flags.LOCK_UN);
  }

  void setFlock(OpenFile file, int operation) {
    if (operation == Flags.LOCK_UN) {
      flocks.remove(file);
    } else {
      flocks.put(file, operation);
    }
  }

  boolean flockIsBusy(OpenFile file, int operation) {
    return flocks.entrySet().stream()
        .anyMatch(
            held ->
                held.getKey() != file
                    && (operation == Flags.LOCK_EX || held.getValue() == Flags.LOCK_EX));
  }

  // ---- ranges

  /** The first lock in the way, by its start. */
  Optional<RangeLock> inTheWay(Object owner, int type, ByteRange range) {
    return ranges.stream()
        .filter(held -> held.excludes(owner, type, range))
        .min(Comparator.comparingLong(held -> held.range().start()));
  }

  /** Sets a range of this owner to a type, or free; splits and joins what it held. */
  void set(Object owner, int type, ByteRange range) {
    List<RangeLock> changed = new ArrayList<>();
    ByteRange grown = range;
    for (RangeLock held : ranges) {
      if (held.owner() != owner) {
        changed.add(held);
      } else if (held.type() == type && held.range().touches(range)) {
        grown = grown.joined(held.range());
      } else {
        addRemains(held, range, changed);
      }
    }
    if (type != Flags.F_UNLCK) {
      changed.add(new RangeLock(owner, type, grown));
    }
    ranges = changed;
  }

  private static void addRemains(RangeLock held, ByteRange cut, List<RangeLock> into) {
    if (!held.range().overlaps(cut)) {
      into.add(held);
      return;
    }
    if (held.range().start() < cut.start()) {
      ByteRange before = new ByteRange(held.range().start(), cut.start() - 1);
      into.add(new RangeLock(held.owner(), held.type(), before));
    }
    if (held.range().end() > cut.end()) {
      ByteRange after = new ByteRange(cut.end() + 1, held.range().end());
      into.add(new RangeLock(held.owner(), held.type(), after));
    }
  }

  /** Drops everything of an owner. */
  void release(Object owner) {
    ranges.removeIf(held -> held.owner() == owner);
    if (owner instanceof OpenFile file) {
      flocks.remove(file);
    }
  }
}
