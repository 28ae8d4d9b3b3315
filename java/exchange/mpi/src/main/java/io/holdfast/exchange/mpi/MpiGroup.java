package io.holdfast.exchange.mpi;

import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Some ranks of a job that send each other frames, each with a tag. Frames of one sender with one
 * tag arrive in order, whole, at most once; those of different groups or tags never wait for each
 * other. Any thread may use it.
 *
 * <p>A member that left is missed when something is sent to it. One that was <em>lost</em>, because
 * its command was killed or ended with another status than 0, fails whoever waits for a frame, as
 * soon as what had arrived is received.
 */
public final class MpiGroup implements AutoCloseable {

  /** What a frame that waits costs beside its bytes. */
  private static final int FRAME_COST = 64;

  private final MpiBridge bridge;
  private final int number;
  private final String name;
  private final int members;

  // Guarded by the bridge.
  private final Map<Integer, ArrayDeque<Frame>> arrived = new HashMap<>();
  private final Map<Integer, String> gone = new HashMap<>();
  private Optional<String> loss = Optional.empty();
  private int rank = -1;
  private boolean closed;

  MpiGroup(MpiBridge bridge, int number, String name, int members) {
    this.bridge = bridge;
    this.number = number;
    this.name = name;
    this.members = members;
  }

  public String name() {
    return name;
  }

  /** This member's place in the list that was joined. */
  public int rank() {
    synchronized (bridge) {
      return rank;
    }
  }

  /** How many members the list has. */
  public int members() {
    return members;
  }

  /**
   * Sends a frame. Returns when the bridge has it, which says nothing of its arrival. The bridges
   * of both sides hold about 8 MiB each for a receiver that does not look; after that sending
   * fails.
   *
   * @param to a rank of the group
   * @param frame at most {@value Exchange#FRAME_LIMIT} bytes
   */
  public void send(int to, int tag, byte[] frame) throws ExchangeException {
    if (to < 0 || to >= members) {
      throw new IllegalArgumentException("the group " + name + " has no rank " + to);
    }
    Exchange.checkLength(frame);
    synchronized (bridge) {
      checkOpen();
      if (bridge.moved(() -> gone.containsKey(to))) {
        throw new ExchangeException("member " + to + " cannot be sent to: " + gone.get(to));
      }
    }
    byte[] head = ByteBuffer.allocate(10).putShort((short) number).putInt(to).putInt(tag).array();
    bridge.write(Kind.SEND.frame(head, frame));
  }

  /**
   * The next frame with a tag, of whomever.
   *
   * @param deadlineNanos until when to wait, by the bridge's clock; one that has passed only takes
   *     what is there
   * @return empty at the deadline
   * @throws ExchangeException a member was lost, the bridge has gone, or the thread was
   *     interrupted, which it stays
   */
  public Optional<Frame> receive(int tag, long deadlineNanos) throws ExchangeException {
    MpiBridge.Waiting waiting = bridge.new Waiting();
    for (; ; ) {
      boolean last = bridge.clock().nanoTime() - deadlineNanos >= 0;
      Optional<Frame> frame = take(tag);
      if (frame.isPresent() || last) {
        return frame;
      }
      waiting.restOrThrow("a frame");
    }
  }

  /** Leaves the group: the others are told. A second time does nothing. */
  @Override
  public void close() {
    synchronized (bridge) {
      if (closed) {
        return;
      }
      closed = true;
      arrived.values().forEach(queue -> queue.forEach(this::forget));
      arrived.clear();
    }
    bridge.writeAtLast(Kind.LEAVE.frame(ByteBuffer.allocate(2).putShort((short) number).array()));
  }

  private Optional<Frame> take(int tag) throws ExchangeException {
    synchronized (bridge) {
      checkOpen();
      ArrayDeque<Frame> queue = arrived.computeIfAbsent(tag, any -> new ArrayDeque<>());
      if (bridge.moved(() -> !queue.isEmpty())) {
        Frame frame = queue.remove();
        forget(frame);
        return Optional.of(frame);
      }
      Optional<ExchangeException> failed = bridge.failed();
      if (failed.isPresent()) {
        throw failed.get();
      }
      if (loss.isPresent()) {
        throw new ExchangeException(loss.get());
      }
      return Optional.empty();
    }
  }

  private void checkOpen() throws ExchangeException {
    if (closed) {
      throw new ExchangeException("member " + rank + " has left the group " + name);
    }
  }

  private void forget(Frame frame) {
    bridge.countWaiting(-weight(frame.bytes()));
  }

  // ---- what the bridge tells, which holds its own lock

  int number() {
    return number;
  }

  static int weight(byte[] frame) {
    return frame.length + FRAME_COST;
  }

  boolean isJoined() {
    return rank >= 0;
  }

  void joined(int own) {
    rank = own;
  }

  /** Whether it waits here now. */
  boolean received(int from, int tag, byte[] frame) {
    if (closed) {
      return false;
    }
    arrived.computeIfAbsent(tag, any -> new ArrayDeque<>()).add(new Frame(from, frame));
    return true;
  }

  void gone(int member, boolean lost, String why) {
    gone.put(member, why);
    if (lost && loss.isEmpty()) {
      loss = Optional.of("member " + member + " was lost: " + why);
    }
  }
}
