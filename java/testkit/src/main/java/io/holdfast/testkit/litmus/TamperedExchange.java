package io.holdfast.testkit.litmus;

import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.List;
import java.util.Optional;

/** An exchange whose outgoing frames a test replaces, repeats or loses. */
public final class TamperedExchange implements Exchange {

  private final Exchange inner;
  private final Tampering tampering;

  /** What becomes of an outgoing frame. */
  @FunctionalInterface
  public interface Tampering {

    /** The frames that are sent in its place; none loses it. */
    List<byte[]> instead(int to, Channel channel, byte[] frame) throws ExchangeException;
  }

  public TamperedExchange(Exchange inner, Tampering tampering) {
    this.inner = inner;
    this.tampering = tampering;
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public int members() {
    return inner.members();
  }

  @Override
  public String transport() {
    return inner.transport();
  }

  @Override
  public void send(int to, Channel channel, byte[] frame) throws ExchangeException {
    for (byte[] sent : tampering.instead(to, channel, frame)) {
      inner.send(to, channel, sent);
    }
  }

  @Override
  public Optional<Frame> receive(Channel channel, long deadlineNanos) throws ExchangeException {
    return inner.receive(channel, deadlineNanos);
  }

  @Override
  public void close() {
    inner.close();
  }
}
