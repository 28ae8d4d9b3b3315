package io.holdfast.litmus.cluster;

import io.holdfast.clock.NanoClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** An exchange between threads of one process. */
public final class InProcessExchange implements Exchange {

  /** A clock that jumped, because the machine slept, is noticed after this long. */
  private static final long SLICE_NANOS = 20_000_000L;

  private final int rank;
  private final List<InProcessExchange> group;
  private final NanoClock clock;
  private final Map<Channel, LinkedBlockingQueue<Frame>> queues = new EnumMap<>(Channel.class);
  private final AtomicBoolean closed = new AtomicBoolean();

  private InProcessExchange(int rank, List<InProcessExchange> group, NanoClock clock) {
    this.rank = rank;
    this.group = group;
    this.clock = clock;
    for (Channel channel : Channel.values()) {
      queues.put(channel, new LinkedBlockingQueue<>());
    }
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
    if (frame.length > FRAME_LIMIT) {
      throw new ExchangeException("a frame has at most " + FRAME_LIMIT + " bytes");
    }
    InProcessExchange receiver = group.get(to);
    if (receiver.closed.get()) {
      throw new ExchangeException("member " + to + " has left");
    }
    queue(receiver, channel).add(new Frame(rank, frame));
  }

  @Override
  public Optional<Frame> receive(Channel channel, long deadlineNanos) throws ExchangeException {
    checkOpen();
    try {
      for (; ; ) {
        long left = deadlineNanos - clock.nanoTime();
        long wait = Math.max(0, Math.min(left, SLICE_NANOS));
        Frame frame = queue(this, channel).poll(wait, TimeUnit.NANOSECONDS);
        if (frame != null || left <= 0) {
          return Optional.ofNullable(frame);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExchangeException("interrupted while waiting for a frame", e);
    }
  }

  @Override
  public void close() {
    closed.set(true);
  }

  private static LinkedBlockingQueue<Frame> queue(InProcessExchange of, Channel channel) {
    return Objects.requireNonNull(of.queues.get(channel));
  }

  private void checkOpen() throws ExchangeException {
    if (closed.get()) {
      throw new ExchangeException("member " + rank + " has left the group");
    }
  }
}
