package io.holdfast.litmus.cluster;

import io.holdfast.clock.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** An exchange between threads of one process. */
public final class InProcessExchange implements Exchange {

  private final int rank;
  private final List<InProcessExchange> group;
  private final Inbox inbox;
  private final AtomicBoolean closed = new AtomicBoolean();

  private InProcessExchange(int rank, List<InProcessExchange> group, NanoClock clock) {
    this.rank = rank;
    this.group = group;
    this.inbox = new Inbox(clock);
  }

  /**
   * A new group.
   *
   * @param members at least 1
   * @return one side for each member, by rank
   */
  public static List<InProcessExchange> group(int members, NanoClock clock) {
    if (members < 1) {
      throw new IllegalArgumentException("a group has at least one member");
    }
    List<InProcessExchange> group = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      group.add(new InProcessExchange(rank, group, clock));
    }
    return List.copyOf(group);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int members() {
    return group.size();
  }

  @Override
  public String transport() {
    return "in-process";
  }

  @Override
  public void send(int to, Channel channel, byte[] frame) throws ExchangeException {
    checkOpen();
    Exchange.checkReceiver(this, to);
    Exchange.checkLength(frame);
    InProcessExchange receiver = group.get(to);
    if (receiver.closed.get()) {
      throw new ExchangeException("member " + to + " has left");
    }
    receiver.inbox.add(channel, new Frame(rank, frame));
  }

  @Override
  public Optional<Frame> receive(Channel channel, long deadlineNanos) throws ExchangeException {
    checkOpen();
    return inbox.receive(channel, deadlineNanos, () -> {});
  }

  @Override
  public void close() {
    closed.set(true);
  }

  private void checkOpen() throws ExchangeException {
    if (closed.get()) {
      throw new ExchangeException("member " + rank + " has left the group");
    }
  }
}
