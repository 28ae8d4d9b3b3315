package io.holdfast.lab.crash;

import io.holdfast.lab.crash.CrashLog.Entry;
import io.holdfast.lab.crash.CrashLog.Kind;
import java.util.BitSet;

/**
 * The units of a disk that no flush covered, numbered as holdfast-crash-replay numbers them: each
 * write is cut at multiples of the unit, a range of zeros is one unit.
 */
final class DiskItems implements CrashItems {

  private final CrashLog log;
  private final int start;
  private final int unit;
  private int next;
  private int flushed;
  private int items;

  private record Outcome(int flushed, BitSet kept) {}

  /**
   * @param start records before this one are durable
   */
  DiskItems(CrashLog log, int start, int unit) {
    this.log = log;
    this.start = start;
    this.unit = unit;
  }

  @Override
  public int advanceTo(int records) {
    for (; next < records; next++) {
      Entry entry = log.entry(next);
      if (entry.kind() == Kind.FLUSH || next < start) {
        flushed = items == 0 ? flushed : next;
        items = 0;
      } else if (entry.kind() == Kind.WRITE) {
        items += Math.toIntExact(units(entry.a(), entry.length()));
      } else if (entry.kind() == Kind.ZERO) {
        items++;
      }
    }
    return items;
  }

  private long units(long offset, long length) {
    return (offset + length - 1) / unit - offset / unit + 1;
  }

  @Override
  public Object outcome(BitSet kept) {
    return new Outcome(flushed, kept);
  }
}
