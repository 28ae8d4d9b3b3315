package io.holdfast.dispatch;

/** How the claim of exact work ended. */
sealed interface ClaimStep permits Claimed, Rejected, ClaimStep.Failed {

  /** It ended in an error; the row has ended as if it had been rejected. */
  record Failed(Rejected rejected, Exception cause) implements ClaimStep {}
}
