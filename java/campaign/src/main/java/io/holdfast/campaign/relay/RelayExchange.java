package io.holdfast.campaign.relay;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Inbox;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One member's side of a {@link Relay}. A member that was lost fails whoever waits for a frame, as
 * soon as what had arrived is received; one that left is missed when something is sent to it.
 */
public final class RelayExchange implements Exchange {

  private final int rank;
  private final int members;
  private final Inbox inbox;
  private final OutputStream out;
  private final Set<Integer> gone = ConcurrentHashMap.newKeySet();
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param clock measures deadlines
   * @param out leads to the relay, which always reads; nobody else writes to it
   */
  public RelayExchange(int rank, int members, NanoClock clock, OutputStream out) {
    this.rank = rank;
    this.members = members;
    this.inbox = new Inbox(clock);
    this.out = out;
  }

  /** Takes a line of the relay's; anything else is passed over. Any thread may. */
  public void hear(String line) {
    RelayLine heard = RelayLine.of(line).orElse(null);
    if (heard instanceof RelayLine.Carried frame) {
      byte[] content = Base64.getDecoder().decode(frame.content());
      inbox.add(frame.channel(), new Frame(frame.member(), content));
    } else if (heard instanceof RelayLine.Left left) {
      gone.add(left.member());
    } else if (heard instanceof RelayLine.Lost one) {
      gone.add(one.member());
      lost.add(one.member());
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int members() {
    return members;
  }

  @Override
  public String transport() {
    return "relay";
  }

  @Override
  public void send(int to, Channel channel, byte[] frame) throws ExchangeException {
    checkOpen();
    Exchange.checkReceiver(this, to);
    Exchange.checkLength(frame);
    if (gone.contains(to)) {
      throw new ExchangeException("member " + to + " has gone");
    }
    try {
      say(new RelayLine.Carried(to, channel, Base64.getEncoder().encodeToString(frame)));
    } catch (IOException e) {
      throw new ExchangeException("the relay has gone: " + e.getMessage(), e);
    }
  }

  private void say(RelayLine line) throws IOException {
    synchronized (out) {
      out.write((line.toLine() + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }
  }

  @Override
  public Optional<Frame> receive(Channel channel, long deadlineNanos) throws ExchangeException {
    checkOpen();
    return inbox.receive(channel, deadlineNanos, this::requireNobodyLost);
  }

  private void requireNobodyLost() throws ExchangeException {
    Optional<Integer> one = lost.stream().min(Integer::compare);
    if (one.isPresent()) {
      throw new ExchangeException("member " + one.get() + " was lost");
    }
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      try {
        say(new RelayLine.Left(rank));
      } catch (IOException e) {
        // Then nobody is left who could be told.
      }
    }
  }

  private void checkOpen() throws ExchangeException {
    if (closed.get()) {
      throw new ExchangeException("member " + rank + " has left the group");
    }
  }
}
