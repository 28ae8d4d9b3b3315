package io.holdfast.litmus.cluster;

import java.util.Optional;

/**
 * Takes one member through a litmus: its hand acts, its exchange agrees, and {@link FlockLitmus}
 * decides.
 *
 * <p>All members have to run the same generation. {@link #run} returns at most half a second after
 * the deadline, whatever the others do, unless the hand hangs in the kernel. Used by one thread.
 */
public final class ClusterLitmus {

  private final Exchange exchange;
  private final LockHands hands;

  /** Gives a member its hand for one generation. */
  @FunctionalInterface
  public interface LockHands {

    /** A new hand, which holds nothing yet. */
    LockHand hand(LockObject object);
  }

  /**
   * @param exchange of this member; stays open
   */
  public ClusterLitmus(Exchange exchange, LockHands hands) {
    this.exchange = exchange;
    this.hands = hands;
  }

  /**
   * One generation.
   *
   * @param deadlineNanos when it ends whatever has happened
   * @return never null: what cannot be carried through is inconclusive
   */
  public ClusterResult run(FlockLitmus.Part part, long deadlineNanos) {
    FlockLitmus litmus = new FlockLitmus(part);
    Gathering gathering = new Gathering(exchange, part.epoch().exchangeToken(part.generation()));
    try (LockHand hand = hands.hand(LockObject.of(part.epoch()))) {
      while (litmus.result().isEmpty()) {
        step(litmus, hand, gathering, deadlineNanos);
      }
    }
    return litmus.result().orElseThrow();
  }

  private static void step(
      FlockLitmus litmus, LockHand hand, Gathering gathering, long deadlineNanos) {
    LitmusPhaseEvent event = new LitmusPhaseEvent();
    event.begin();
    Phase phase = litmus.phase();
    Optional<Act> act = litmus.act();
    act.ifPresent(due -> litmus.observe(hand.perform(due, deadlineNanos)));
    try {
      litmus.agree(gathering.gather(phase, litmus.says(), deadlineNanos));
    } catch (ExchangeException e) {
      litmus.abandon("phase " + phase + ": " + e.getMessage());
    }
    event.tell(phase, litmus.part().generation());
  }
}
