package io.holdfast.campaign.crew;

import io.holdfast.dispatch.Workers;

/** The workers of one coordinator, which end when it says so. */
interface Crew extends Workers, AutoCloseable {

  /** How many there are. */
  int size();

  /**
   * Tells all of them to end, and waits for their answers.
   *
   * @param nanos how long at most
   * @return how many have answered
   */
  int end(long nanos);

  /** Lets go of whoever has not ended. */
  @Override
  void close();
}
