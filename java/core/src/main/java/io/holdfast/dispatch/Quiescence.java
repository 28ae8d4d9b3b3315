package io.holdfast.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Lets all coordinators agree that there is nothing left to do, in two phases: member 0 probes when
 * it is quiet itself; everybody who is quiet as well votes yes and says what it has seen; when all
 * have seen the same, member 0 commits, else it aborts. Pure: messages and time in, messages out.
 *
 * <p>A member that has voted yes is <em>prepared</em>: it takes up nothing new, and no renewal of
 * the qualification begins, until it hears of the decision or its patience is over. One whose
 * patience is over goes on as if it had been aborted: going on is always safe, as work that is done
 * is not done again.
 *
 * <p>What a member has seen is a digest of the work that it knows to be done. It must be taken by a
 * look at the inputs that began after the last of them was seen to be done: results are published
 * before they are completed, so that whoever has seen all work done sees all inputs that came of
 * it. Two digests that are equal therefore leave no room for work that only one of them knows.
 */
public final class Quiescence {

  /** Most members. */
  public static final int MEMBER_LIMIT = 65_536;

  /** Longest digest, in characters. */
  public static final int VIEW_LIMIT = 256;

  /** What members tell each other. */
  public sealed interface Message {

    /** Which probe it belongs to, counted by member 0 from 1. */
    long probe();

    /** From member 0: is everybody quiet? */
    record Probe(long probe) implements Message {}

    /**
     * To member 0.
     *
     * @param view what was seen; empty for no
     */
    record Vote(long probe, Optional<String> view) implements Message {}

    /** From member 0: everybody ends, or everybody goes on. */
    record Decision(long probe, boolean commit) implements Message {}
  }

  /** A message to be sent. */
  public record Outgoing(int to, Message message) {}

  private final int rank;
  private final int members;
  private final long patienceNanos;
  private final long pauseNanos;
  private final SortedMap<Integer, Optional<String>> votes = new TreeMap<>();
  private long probe;
  private boolean prepared;
  private boolean committed;
  private long aborts;
  private long preparedNanos;
  private Optional<Long> nextProbeNanos = Optional.empty();

  /**
   * @param patienceNanos how long a probe may take
   * @param pauseNanos time from an abort to the next probe
   */
  public Quiescence(int rank, int members, long patienceNanos, long pauseNanos) {
    if (members < 1 || members > MEMBER_LIMIT || rank < 0 || rank >= members) {
      throw new IllegalArgumentException("no member " + rank + " of " + members);
    }
    if (patienceNanos < 1 || pauseNanos < 1) {
      throw new IllegalArgumentException("a probe takes time, and so does the pause after it");
    }
    this.rank = rank;
    this.members = members;
    this.patienceNanos = patienceNanos;
    this.pauseNanos = pauseNanos;
  }

  /** Whether this member waits for a decision: nothing new is taken up, no renewal begins. */
  public boolean isPrepared() {
    return prepared;
  }

  /** Whether all have agreed: the end. */
  public boolean isCommitted() {
    return committed;
  }

  /** How many probes of this member came to nothing. */
  public long aborts() {
    return aborts;
  }

  /**
   * Goes on as time passes.
   *
   * @param view what this member has seen, when it is quiet
   */
  public List<Outgoing> doWork(Optional<String> view, long nowNanos) {
    if (committed) {
      return List.of();
    }
    if (prepared) {
      return nowNanos - preparedNanos >= patienceNanos || (rank == 0 && view.isEmpty())
          ? abort(nowNanos)
          : List.of();
    }
    if (rank != 0 || view.isEmpty() || isPausing(nowNanos)) {
      return List.of();
    }
    probe++;
    prepare(nowNanos);
    votes.clear();
    votes.put(0, checked(view));
    return members == 1 ? decide(nowNanos) : toOthers(new Message.Probe(probe));
  }

  private boolean isPausing(long nowNanos) {
    return nextProbeNanos.isPresent() && nowNanos - nextProbeNanos.get() < 0;
  }

  /**
   * Takes a message.
   *
   * @param view what this member has seen, when it is quiet
   * @throws IllegalArgumentException nobody of that rank may say that; nothing was changed
   */
  public List<Outgoing> take(int from, Message message, Optional<String> view, long nowNanos) {
    requireSender(from, message);
    if (committed || message.probe() < probe) {
      return List.of();
    }
    if (message instanceof Message.Probe) {
      return vote(message.probe(), view, nowNanos);
    }
    if (message instanceof Message.Decision decision) {
      if (decision.probe() == probe && prepared) {
        prepared = false;
        committed = decision.commit();
        aborts += committed ? 0 : 1;
      }
      return List.of();
    }
    Message.Vote vote = (Message.Vote) message;
    if (vote.probe() != probe || !prepared) {
      return List.of();
    }
    votes.put(from, checked(vote.view()));
    if (vote.view().isEmpty()) {
      return abort(nowNanos);
    }
    return votes.size() == members ? decide(nowNanos) : List.of();
  }

  private void requireSender(int from, Message message) {
    boolean fromCoordinator = message instanceof Message.Vote ? rank == 0 && from != 0 : from == 0;
    if (from < 0 || from >= members || from == rank || !fromCoordinator) {
      throw new IllegalArgumentException("member " + from + " may not say " + message);
    }
  }

  private List<Outgoing> vote(long number, Optional<String> view, long nowNanos) {
    probe = number;
    prepared = false;
    if (view.isPresent()) {
      prepare(nowNanos);
    }
    return List.of(new Outgoing(0, new Message.Vote(number, checked(view))));
  }

  private void prepare(long nowNanos) {
    prepared = true;
    preparedNanos = nowNanos;
  }

  private List<Outgoing> decide(long nowNanos) {
    if (votes.values().stream().distinct().count() > 1) {
      return abort(nowNanos);
    }
    prepared = false;
    committed = true;
    return toOthers(new Message.Decision(probe, true));
  }

  private List<Outgoing> abort(long nowNanos) {
    prepared = false;
    aborts++;
    nextProbeNanos = Optional.of(nowNanos + pauseNanos);
    return rank == 0 ? toOthers(new Message.Decision(probe, false)) : List.of();
  }

  private List<Outgoing> toOthers(Message message) {
    List<Outgoing> all = new ArrayList<>();
    for (int to = 0; to < members; to++) {
      if (to != rank) {
        all.add(new Outgoing(to, message));
      }
    }
    return all;
  }

  private static Optional<String> checked(Optional<String> view) {
    if (view.isPresent() && view.get().length() > VIEW_LIMIT) {
      throw new IllegalArgumentException(
          "what was seen is told in at most " + VIEW_LIMIT + " characters");
    }
    return view;
  }
}
