package io.holdfast.testkit.litmus;

import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** An exchange whose outgoing frames a test replaces, repeats or loses. */
public final class TamperedExchange implements Exchange {

  private final Exchange inner;
  private final Tampering tampering;
  private final Consumer<byte[]> sent;

  /** What becomes of an outgoing frame. */
  @FunctionalInterface
  public interface Tampering {

    /** The frames that are sent in its place; none loses it. */
    List<byte[]> instead(int to, Channel channel, byte[] frame) throws ExchangeException;
  }

  /**
   * @param sent is told each frame that was to be sent, after that was done
   */
  public TamperedExchange(Exchange inner, Tampering tampering, Consumer<byte[]> sent) {
    this.inner = inner;
    this.tampering = tampering;
    this.sent = sent;
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
    for (byte[] instead : tampering.instead(to, channel, frame)) {
      inner.send(to, channel, instead);
    }
    sent.accept(frame);
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
