package io.holdfast.litmus.cluster;

import java.util.Optional;

/**
 * Carries frames between the members of a group: within a process, by MPI, by a group communication
 * library. One thread at a time uses one member's side.
 *
 * <p>Frames of one sender on one channel arrive in order, whole, at most once. A member that was
 * lost is noticed by its silence, or by {@link ExchangeException} where the carrier tells.
 */
public interface Exchange extends AutoCloseable {

  /** Longest frame, in bytes. */
  int FRAME_LIMIT = 1024 * 1024;

  /** What a frame is about; frames of different channels never wait for each other. */
  enum Channel {
    /** The phases of a litmus. */
    LITMUS,
    /** Requests to renew. */
    RENEWAL,
    /** What coordinators tell each other of their beginning and their end. */
    QUIESCENCE
  }

  /** A frame that arrived. */
  final class Frame {

    private final int from;
    private final byte[] bytes;

    /**
     * @param from the sender's rank in the group
     * @param bytes not changed afterwards
     */
    public Frame(int from, byte[] bytes) {
      this.from = from;
      this.bytes = bytes;
    }

    /** The sender's rank in the group. */
    public int from() {
      return from;
    }

    /** The frame itself; to be read only. */
    public byte[] bytes() {
      return bytes;
    }
  }

  /** This member's rank, from 0. */
  int rank();

  /** How many members there are. */
  int members();

  /** What carries, in evidence: {@code in-process}, {@code mpi}, … */
  String transport();

  /**
   * Sends a frame. Returns when the carrier has taken it, which says nothing of its arrival, and
   * never waits until the receiver looks. What was taken before this member leaves still arrives.
   *
   * @param to another member's rank
   * @param frame at most {@value #FRAME_LIMIT} bytes, not changed afterwards
   * @throws ExchangeException the frame is too long, or the carrier knows that it cannot arrive
   * @throws IllegalArgumentException no other member has this rank
   */
  void send(int to, Channel channel, byte[] frame) throws ExchangeException;

  /**
   * The next frame on a channel, of whomever.
   *
   * @param deadlineNanos until when to wait, by the clock that the exchange was made with; one that
   *     has passed only takes what is there
   * @return empty at the deadline
   * @throws ExchangeException the carrier is lost, or the thread was interrupted, which it stays
   */
  Optional<Frame> receive(Channel channel, long deadlineNanos) throws ExchangeException;

  /** Leaves the group. A second time does nothing. */
  @Override
  void close();

  /**
   * What every carrier asks of a frame.
   *
   * @throws ExchangeException it is too long
   */
  static void checkLength(byte[] frame) throws ExchangeException {
    if (frame.length > FRAME_LIMIT) {
      throw new ExchangeException("a frame has at most " + FRAME_LIMIT + " bytes");
    }
  }

  /**
   * What every carrier asks of a receiver's rank.
   *
   * @throws IllegalArgumentException it is not another member's
   */
  static void checkReceiver(Exchange sender, int to) {
    if (to < 0 || to >= sender.members() || to == sender.rank()) {
      throw new IllegalArgumentException(
          "member " + sender.rank() + " of " + sender.members() + " cannot send to rank " + to);
    }
  }
}
