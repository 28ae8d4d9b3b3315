package io.holdfast.lab;

import io.holdfast.litmus.Verdict;
import java.util.Locale;

/** How asking about a place ended. */
public enum Outcome {
  QUALIFIED,
  INCONCLUSIVE,
  REFUTED,
  /** There was no verdict: the place cannot be asked, and one sentence says why. */
  REFUSED;

  /** The spelling in documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Outcome of(Verdict verdict) {
    return ofWord(verdict.word());
  }

  static Outcome ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
