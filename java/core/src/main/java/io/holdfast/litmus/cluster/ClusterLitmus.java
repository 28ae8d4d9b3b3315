package io.holdfast.litmus.cluster;

import java.util.Optional;

/**
 * Takes one member through a litmus: its hand acts, its exchange agrees, and a pure state machine
 * decides.
 *
 * <p>All members have to run the same litmus of the same generation. {@link #run} returns at most
 * half a second after the deadline, whatever the others do, unless the hand hangs in the kernel.
 * Used by one thread.
 */
public final class ClusterLitmus {

  private final Exchange exchange;
  private final Hands hands;

  /**
   * @param exchange of this member; stays open
   */
  public ClusterLitmus(Exchange exchange, Hands hands) {
    this.exchange = exchange;
    this.hands = hands;
  }

  /**
   * One litmus of one generation.
   *
   * @param deadlineNanos when it ends whatever has happened
   * @return never null: what cannot be carried through is inconclusive
   */
  public ClusterResult run(Exclusion asked, Part part, long deadlineNanos) {
    Epoch epoch = part.epoch();
    long generation = part.generation();
    return switch (asked) {
      case FLOCK ->
          run(
              new FlockLitmus(part),
              generation,
              epoch.exchangeToken(generation),
              hands.forLock(LockObject.of(epoch)),
              deadlineNanos);
      case NAMES ->
          run(
              new NameLitmus(part),
              generation,
              epoch.namesToken(generation),
              hands.forNames(new NameField(epoch.namesToken(generation)), part.rank()),
              deadlineNanos);
    };
  }

  private ClusterResult run(
      MemberLitmus litmus, long generation, String token, Hand hand, long deadlineNanos) {
    Gathering gathering = new Gathering(exchange, token);
    try (hand) {
      while (litmus.result().isEmpty()) {
        step(litmus, generation, hand, gathering, deadlineNanos);
      }
    }
    return litmus.result().orElseThrow();
  }

  private static void step(
      MemberLitmus litmus, long generation, Hand hand, Gathering gathering, long deadlineNanos) {
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
    event.tell(phase, generation);
  }
}
