package io.holdfast.exchange.mpi;

import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Posix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * This process' way to the other ranks of its MPI job: the one end of two pipes whose other end is
 * the {@code holdfast-mpi} that runs it. There is one in a process, opened once.
 *
 * <p>Any thread may use it and its groups. There is no thread behind it: bytes move while somebody
 * sends or receives, and whoever waits looks again after an eighth of the time that it has waited,
 * 20 µs to 2 ms (the floor below has no call that waits for a descriptor).
 *
 * <p>A failure is final: of a pipe, of what comes through it, or of the bridge.
 */
public final class MpiBridge implements AutoCloseable {

  /** Most bytes that wait here to be received, in all groups together. */
  public static final int WAITING_LIMIT = 64 * 1024 * 1024;

  /** Longest name of a group, in bytes of UTF-8. */
  public static final int NAME_LIMIT = 64;

  /** How long the bridge may take to take a frame, or to answer. */
  public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long leaving may take. */
  private static final long FAREWELL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final byte[] HELLO = "HOLDFAST\0\1".getBytes(StandardCharsets.ISO_8859_1);
  private static final long SHORTEST_PAUSE_NANOS = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000;
  private static final int GROWTH = 8;

  private final Pipes pipes;
  private final NanoClock clock;
  private final Pause pause = Pause.system();

  // Guarded by this; nobody waits while holding it.
  private final Map<Integer, MpiGroup> groups = new HashMap<>();
  private @Nullable ExchangeException failure;
  private boolean greeted;
  private int rank;
  private int ranks;
  private long waitingBytes;

  private MpiBridge(Pipes pipes, NanoClock clock) {
    this.pipes = pipes;
    this.clock = clock;
  }

  /** Whether this process was started by {@code holdfast-mpi}, or by what was. */
  public static boolean isOffered(Map<String, String> environment) {
    return environment.containsKey(Pipes.VARIABLE);
  }

  /**
   * Takes the bridge that the environment tells of.
   *
   * @param clock what deadlines are measured by
   * @throws ExchangeException there is none, it is not this process', it was opened before, or it
   *     does not answer
   */
  public static MpiBridge open(Posix posix, NanoClock clock, Map<String, String> environment)
      throws ExchangeException {
    String value = environment.get(Pipes.VARIABLE);
    if (value == null) {
      throw new ExchangeException(
          "there is no MPI bridge: start this with mpirun -np N holdfast-mpi -- COMMAND");
    }
    MpiBridge bridge = new MpiBridge(Pipes.open(posix, value), clock);
    try {
      bridge.write(Kind.HELLO.frame(HELLO));
      bridge.await(() -> bridge.greeted, "answer hello");
    } catch (ExchangeException e) {
      bridge.pipes.close();
      throw e;
    }
    return bridge;
  }

  /** This process' rank in the job. */
  public synchronized int rank() {
    return rank;
  }

  /** How many ranks the job has. */
  public synchronized int ranks() {
    return ranks;
  }

  /**
   * Joins a group. Nobody waits for the other members: what they send before they or this one have
   * joined arrives once both have.
   *
   * @param name 1 to {@value #NAME_LIMIT} bytes; the same at all members, used once in a job
   * @param members ranks of the job, each once, this process' among them: in an order that is the
   *     same at all members, since a member's rank in the group is its place there
   */
  public MpiGroup join(String name, List<Integer> members) throws ExchangeException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > NAME_LIMIT) {
      throw new IllegalArgumentException(
          "a group's name has 1 to " + NAME_LIMIT + " bytes: " + name);
    }
    checkMembers(members);
    MpiGroup group;
    ByteBuffer body =
        ByteBuffer.allocate(
            Short.BYTES + 1 + bytes.length + Math.multiplyExact(members.size(), Integer.BYTES));
    synchronized (this) {
      group = new MpiGroup(this, groups.size(), name, members.size());
      groups.put(group.number(), group);
    }
    body.putShort((short) group.number()).put((byte) bytes.length).put(bytes);
    members.forEach(body::putInt);
    write(Kind.JOIN.frame(body.array()));
    await(group::isJoined, "let this process join " + name);
    return group;
  }

  private void checkMembers(List<Integer> members) {
    boolean inTheJob = members.stream().allMatch(member -> member >= 0 && member < ranks());
    if (!inTheJob || Set.copyOf(members).size() != members.size() || !members.contains(rank())) {
      throw new IllegalArgumentException(
          "a group has different ranks of the job's "
              + ranks()
              + ", the own rank "
              + rank()
              + " among them: "
              + members);
    }
  }

  /** Leaves all groups, and lets the bridge go: it cannot be opened again. */
  @Override
  public void close() {
    List<MpiGroup> left;
    synchronized (this) {
      left = List.copyOf(groups.values());
    }
    left.forEach(MpiGroup::close);
    synchronized (this) {
      if (failure == null) {
        failure = new ExchangeException("the MPI bridge was closed");
      }
      pipes.close();
    }
  }

  // ---- for its groups

  NanoClock clock() {
    return clock;
  }

  /**
   * Writes a frame whole, while frames that arrive are taken in: two that send much to each other
   * get on.
   */
  void write(byte[] frame) throws ExchangeException {
    long end;
    synchronized (this) {
      end = pipes.put(frame);
    }
    await(() -> pipes.isWritten(end), "take a frame");
  }

  /** Says good-bye, as long as somebody listens. */
  void writeAtLast(byte[] frame) {
    long deadline = clock.nanoTime() + FAREWELL_NANOS;
    long end;
    synchronized (this) {
      end = pipes.put(frame);
    }
    boolean interrupted = Thread.interrupted();
    Waiting waiting = new Waiting();
    while (!moved(() -> pipes.isWritten(end))
        && failed().isEmpty()
        && clock.nanoTime() - deadline < 0) {
      waiting.rest();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Moves what can be moved, then asks. */
  synchronized boolean moved(Condition condition) {
    move();
    return condition.isMet();
  }

  /** Why nothing moves any more. */
  synchronized Optional<ExchangeException> failed() {
    return Optional.ofNullable(failure).map(MpiBridge::again);
  }

  /** Looked at while the bridge is locked. */
  @FunctionalInterface
  interface Condition {
    boolean isMet();
  }

  /** The pauses of one wait. */
  final class Waiting {

    private long next = SHORTEST_PAUSE_NANOS;

    void rest() {
      pause.nanos(next);
      next = Math.min(next + next / GROWTH, LONGEST_PAUSE_NANOS);
    }

    /** A pause that an interrupt ends. */
    void restOrThrow(String what) throws ExchangeException {
      if (Thread.currentThread().isInterrupted()) {
        throw new ExchangeException("interrupted while waiting for " + what);
      }
      rest();
    }
  }

  synchronized void countWaiting(int bytes) {
    waitingBytes += bytes;
  }

  // ---- moving

  private void await(Condition condition, String what) throws ExchangeException {
    long deadline = clock.nanoTime() + PATIENCE_NANOS;
    Waiting waiting = new Waiting();
    while (!moved(condition)) {
      Optional<ExchangeException> failed = failed();
      if (failed.isPresent()) {
        throw failed.get();
      }
      if (clock.nanoTime() - deadline >= 0) {
        throw fail(new ExchangeException("the MPI bridge did not " + what + " for 10 s"));
      }
      waiting.restOrThrow("the bridge");
    }
  }

  private synchronized ExchangeException fail(ExchangeException reason) {
    failure = failure == null ? reason : failure;
    return reason;
  }

  private void move() {
    if (failure != null) {
      return;
    }
    try {
      pipes.flush();
      for (Optional<byte[]> frame = pipes.next(); frame.isPresent(); frame = pipes.next()) {
        take(ByteBuffer.wrap(frame.get()));
      }
    } catch (ExchangeException e) {
      fail(e);
    }
  }

  private void take(ByteBuffer frame) throws ExchangeException {
    Kind kind = Kind.of(frame.get());
    if (frame.remaining() < kind.leastBytes()) {
      throw new ExchangeException("the bridge sent a frame that is cut short: " + kind);
    }
    switch (kind) {
      case ANSWER -> welcome(frame);
      case JOINED -> group(frame).joined(frame.getInt());
      case RECEIVED -> received(frame);
      case GONE -> group(frame).gone(frame.getInt(), frame.get() != 0, text(frame));
      case ERROR -> throw new ExchangeException("the MPI bridge refused: " + text(frame));
      default -> throw new ExchangeException("the bridge sent what only a command says: " + kind);
    }
  }

  private void welcome(ByteBuffer frame) throws ExchangeException {
    byte[] hello = new byte[HELLO.length];
    frame.get(hello);
    if (!Arrays.equals(hello, HELLO)) {
      throw new ExchangeException("that is no bridge of this version");
    }
    rank = frame.getInt();
    ranks = frame.getInt();
    greeted = true;
  }

  private void received(ByteBuffer frame) throws ExchangeException {
    MpiGroup group = group(frame);
    int from = frame.getInt();
    int tag = frame.getInt();
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    if (group.received(from, tag, bytes)) {
      waitingBytes += MpiGroup.weight(bytes);
    }
    if (waitingBytes > WAITING_LIMIT) {
      throw new ExchangeException(
          "more than " + WAITING_LIMIT + " bytes wait to be received by this process");
    }
  }

  private MpiGroup group(ByteBuffer frame) throws ExchangeException {
    int number = Short.toUnsignedInt(frame.getShort());
    MpiGroup group = groups.get(number);
    if (group == null) {
      throw new ExchangeException("the bridge speaks of a group that was not joined: " + number);
    }
    return group;
  }

  private static String text(ByteBuffer rest) {
    return StandardCharsets.UTF_8.decode(rest).toString();
  }

  /** Thrown in another place, perhaps by another thread. */
  private static ExchangeException again(ExchangeException first) {
    return new ExchangeException(String.valueOf(first.getMessage()), first);
  }
}
