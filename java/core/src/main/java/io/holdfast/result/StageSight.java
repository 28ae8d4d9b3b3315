package io.holdfast.result;

import java.util.Optional;

/**
 * What a look at one stage says.
 *
 * @param origin for which lease it was made; empty where it does not say, as while it is begun
 * @param reason why it stays or may go, for people
 */
public record StageSight(
    StageName stage, Optional<StageOrigin> origin, Verdict verdict, String reason) {

  /** Whether a stage may go. */
  public enum Verdict {
    /** It can never be committed any more, and holds nothing that anybody needs. */
    OVER,
    /** It may still be committed, or nobody can know that it may not. */
    KEPT,
    /** It could not be looked at, or not be removed. */
    UNKNOWN
  }

  StageSight but(Verdict now, String because) {
    return new StageSight(stage, origin, now, because);
  }
}
