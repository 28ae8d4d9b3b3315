package io.holdfast.litmus.cluster;

import java.util.Optional;

/** One member's side of one litmus: what to do, what to say, what came out. Pure. */
sealed interface MemberLitmus permits FlockLitmus, NameLitmus {

  /** Where this member is. */
  Phase phase();

  /** What its hand has to do now; empty where this phase is for others, or only for talking. */
  Optional<Act> act();

  /** What the hand saw when it did {@link #act}. */
  void observe(Observation observation);

  /** What this member says of the phase. */
  Payload says();

  /** What everybody said together; goes on to the next phase, or to the result. */
  void agree(PhaseResult all);

  /** The carrier failed: nothing can be shown any more. */
  void abandon(String why);

  /** What came out, once it has. */
  Optional<ClusterResult> result();
}
