package io.holdfast.litmus.cluster;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Frames that have arrived at a member and wait until they are received, in their order on each
 * channel. For carriers whose own threads bring them: any thread may add, one receives.
 */
public final class Inbox {

  /** A clock that jumped, because the machine slept, is noticed after this long. */
  private static final long SLICE_NANOS = 20_000_000L;

  private final NanoClock clock;
  private final Map<Channel, LinkedBlockingQueue<Frame>> queues = new EnumMap<>(Channel.class);

  /** Whether waiting still makes sense. */
  @FunctionalInterface
  public interface Hope {

    /**
     * Asked again and again while no frame is there.
     *
     * @throws ExchangeException none will come
     */
    void require() throws ExchangeException;
  }

  /**
   * @param clock measures deadlines
   */
  public Inbox(NanoClock clock) {
    this.clock = clock;
    for (Channel channel : Channel.values()) {
      queues.put(channel, new LinkedBlockingQueue<>());
    }
  }

  public void add(Channel channel, Frame frame) {
    queue(channel).add(frame);
  }

  /** {@link Exchange#receive}. */
  public Optional<Frame> receive(Channel channel, long deadlineNanos, Hope hope)
      throws ExchangeException {
    try {
      for (; ; ) {
        long left = deadlineNanos - clock.nanoTime();
        long wait = Math.max(0, Math.min(left, SLICE_NANOS));
        Frame frame = queue(channel).poll(wait, TimeUnit.NANOSECONDS);
        if (frame != null) {
          return Optional.of(frame);
        }
        hope.require();
        if (left <= 0) {
          return Optional.empty();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExchangeException("interrupted while waiting for a frame", e);
    }
  }

  private LinkedBlockingQueue<Frame> queue(Channel channel) {
    return Objects.requireNonNull(queues.get(channel));
  }
}
