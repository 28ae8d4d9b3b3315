package io.holdfast.litmus;

import java.util.Comparator;
import java.util.List;

/** What an experiment showed. */
public sealed interface Verdict {

  /** The storage did what was asked of it, in every round. */
  record Qualified() implements Verdict {}

  /**
   * The storage broke its word.
   *
   * @param counterExample who did what and what should have happened, in one sentence
   */
  record Refuted(String counterExample) implements Verdict {}

  /**
   * Nothing was shown.
   *
   * @param reason why, in one sentence
   */
  record Inconclusive(String reason) implements Verdict {}

  static Verdict qualified() {
    return new Qualified();
  }

  static Verdict refuted(String counterExample) {
    return new Refuted(counterExample);
  }

  static Verdict inconclusive(String reason) {
    return new Inconclusive(reason);
  }

  /** {@code qualified}, {@code refuted}, {@code inconclusive}: the spelling in documents. */
  default String word() {
    return switch (kind()) {
      case 0 -> "qualified";
      case 1 -> "inconclusive";
      default -> "refuted";
    };
  }

  /** The counter-example or the reason; empty for a qualified one. */
  default String explanation() {
    if (this instanceof Refuted refuted) {
      return refuted.counterExample();
    }
    return this instanceof Inconclusive inconclusive ? inconclusive.reason() : "";
  }

  /** Refuted before inconclusive before qualified; the first of the worst kind. */
  static Verdict worst(List<Verdict> verdicts) {
    return verdicts.stream()
        .min(Comparator.comparingInt((Verdict verdict) -> -verdict.kind()))
        .orElseThrow(() -> new IllegalArgumentException("no verdicts"));
  }

  private int kind() {
    if (this instanceof Qualified) {
      return 0;
    }
    return this instanceof Inconclusive ? 1 : 2;
  }
}
