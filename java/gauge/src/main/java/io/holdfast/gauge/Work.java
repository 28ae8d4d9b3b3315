package io.holdfast.gauge;

import io.holdfast.gauge.calls.CallCounts;

/** One kind of operation, ready to be done again and again by one thread in its own directory. */
interface Work extends AutoCloseable {

  /** The calls that one operation must make. */
  CallCounts model();

  /**
   * Does it once; this is what is timed.
   *
   * @param number counts up from 0
   * @throws Exception the storage failed, see {@link Failure}
   */
  void once(long number) throws Exception;

  /** Makes ready for the next one; neither timed nor with calls that are counted. */
  default void between(long number) throws Exception {}

  @Override
  void close();
}
