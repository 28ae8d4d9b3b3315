package io.holdfast.campaign.crew;

import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** All coordinators wait for each other, before anything begins that has to be done in time. */
final class Muster {

  private static final byte[] HERE = {};

  private Muster() {}

  /**
   * Waits.
   *
   * @param deadlineNanos by the clock of the exchange
   * @throws ExchangeException somebody was missing until then, and who
   */
  static void await(Exchange exchange, long deadlineNanos) throws ExchangeException {
    SortedSet<Integer> missing = new TreeSet<>();
    if (exchange.rank() == 0) {
      for (int other = 1; other < exchange.members(); other++) {
        missing.add(other);
      }
    } else {
      missing.add(0);
      exchange.send(0, Channel.QUIESCENCE, HERE);
    }
    while (!missing.isEmpty()) {
      Optional<Frame> frame = exchange.receive(Channel.QUIESCENCE, deadlineNanos);
      if (frame.isEmpty()) {
        throw new ExchangeException("coordinators that did not come: " + missing);
      }
      missing.remove(frame.get().from());
    }
    if (exchange.rank() == 0) {
      for (int other = 1; other < exchange.members(); other++) {
        exchange.send(other, Channel.QUIESCENCE, HERE);
      }
    }
  }
}
