package io.holdfast.litmus;

/** What a litmus tells while it runs. */
public sealed interface LitmusEvent {

  /** A member began a phase, or was asked something more in it. */
  record Working(String member, LitmusPhase phase) implements LitmusEvent {}

  /** A member did all that a phase asked of it. */
  record Done(String member, LitmusPhase phase) implements LitmusEvent {}

  /** A member gave no answer; it may give others in later phases. */
  record Silent(String member, LitmusPhase phase) implements LitmusEvent {}

  /** There will be no report, and something stays that should be removed. */
  record LeftBehind(String text) implements LitmusEvent {}

  /** A question was answered. */
  record Answered(Answer answer) implements LitmusEvent {}
}
