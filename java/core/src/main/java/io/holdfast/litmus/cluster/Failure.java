package io.holdfast.litmus.cluster;

import io.holdfast.litmus.Verdict;

/**
 * What went wrong in a phase, as one text that travels between members: {@code refuted: …} or
 * {@code inconclusive: …}. A text of neither form is inconclusive.
 */
record Failure(Verdict verdict) {

  /** Most characters of the text. */
  static final int LIMIT = 512;

  private static final String SEPARATOR = ": ";

  static Failure refuted(String counterExample) {
    return new Failure(Verdict.refuted(counterExample));
  }

  static Failure inconclusive(String reason) {
    return new Failure(Verdict.inconclusive(reason));
  }

  static Failure parse(String text) {
    String refuted = Verdict.refuted("").word() + SEPARATOR;
    if (text.startsWith(refuted)) {
      return refuted(text.substring(refuted.length()));
    }
    String inconclusive = Verdict.inconclusive("").word() + SEPARATOR;
    return inconclusive(
        text.startsWith(inconclusive) ? text.substring(inconclusive.length()) : text);
  }

  /** At most {@value #LIMIT} characters. */
  String text() {
    String text = verdict.word() + SEPARATOR + verdict.explanation();
    return text.length() <= LIMIT ? text : text.substring(0, LIMIT - 3) + "...";
  }
}
