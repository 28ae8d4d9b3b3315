package io.holdfast.bench;

/**
 * One way to do a piece of work.
 *
 * @param name for people, and by which its times are found
 * @param expectation what every shot must have counted
 * @param warmUps shots before the first round
 */
record Contestant(String name, Expectation expectation, int warmUps, Work work) {

  /** Does the work once. */
  interface Work {
    Shot shot() throws Exception;
  }

  /**
   * One piece of work done.
   *
   * @param nanos how long it took
   * @param counts what was asked of the kernel meanwhile
   */
  record Shot(long nanos, Counts counts) {}

  /**
   * @throws WrongCountsException this was other work than is measured; its time is not told
   */
  long nanosOfOne() throws Exception {
    Shot shot = work.shot();
    expectation.check(name, shot.counts());
    return shot.nanos();
  }
}
