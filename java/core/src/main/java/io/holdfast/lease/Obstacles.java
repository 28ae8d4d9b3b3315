package io.holdfast.lease;

import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.PosixException;
import java.util.function.Consumer;

/**
 * What becomes of a walk through a table that meets something it cannot use: the first ends it, or
 * each is told and everything else is walked through.
 */
interface Obstacles {

  /** Ends the walk with the first. */
  Obstacles FATAL =
      new Obstacles() {
        @Override
        public void meet(TableFinding finding, PosixException why) throws PosixException {
          throw why;
        }

        @Override
        public void meet(TableFinding finding, ShardRefusedException why) {
          throw why;
        }
      };

  /** Tells of each, and goes on. */
  static Obstacles told(Consumer<TableFinding> found) {
    return new Obstacles() {
      @Override
      public void meet(TableFinding finding, PosixException why) {
        found.accept(finding);
      }

      @Override
      public void meet(TableFinding finding, ShardRefusedException why) {
        found.accept(finding);
      }
    };
  }

  /** A call failed. */
  void meet(TableFinding finding, PosixException why) throws PosixException;

  /** A directory is none of this table's. */
  void meet(TableFinding finding, ShardRefusedException why);

  /** A call on a name below the table's root failed. */
  default void meet(String path, PosixException why) throws PosixException {
    meet(TableFinding.of(Check.UNREADABLE, path, String.valueOf(why.getMessage())), why);
  }
}
