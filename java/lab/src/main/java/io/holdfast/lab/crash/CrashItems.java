package io.holdfast.lab.crash;

import java.util.BitSet;

/**
 * What of a record a crash may leave or lose.
 *
 * <p>A crash after some records leaves everything that a barrier covered, and of the rest any
 * subset of <em>items</em>: units of a disk, changes of names, sectors of files. Used by one
 * thread.
 */
interface CrashItems {

  /**
   * Goes on to a crash after the first {@code records} records, never back.
   *
   * @return how many items are not covered by a barrier
   */
  int advanceTo(int records);

  /**
   * Equal for crashes that leave the same, whatever was promised meanwhile.
   *
   * @param kept which of the items are left
   */
  Object outcome(BitSet kept);
}
