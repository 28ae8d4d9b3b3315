package io.holdfast.campaign.crew;

import java.io.IOException;
import java.util.Optional;

/** A worker's way to its coordinator. One thread takes orders; any may tell. */
interface WorkerLink {

  /**
   * Waits for the next order.
   *
   * @return empty when the coordinator has gone
   */
  Optional<Order> next() throws IOException;

  void tell(Word word) throws IOException;
}
