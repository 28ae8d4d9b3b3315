package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import org.jspecify.annotations.Nullable;

/** What an experiment showed, before it is filed as the {@link Answer} to its question. */
record Outcome(Verdict verdict, @Nullable Errno errno, String evidence) {

  static Outcome qualified(String evidence) {
    return new Outcome(Verdict.qualified(), null, evidence);
  }

  static Outcome refuted(String counterExample, @Nullable Errno errno) {
    return new Outcome(Verdict.refuted(counterExample), errno, "");
  }

  static Outcome inconclusive(String reason, @Nullable Errno errno) {
    return new Outcome(Verdict.inconclusive(reason), errno, "");
  }

  Outcome withEvidence(String more) {
    return new Outcome(verdict, errno, evidence.isEmpty() ? more : evidence + "; " + more);
  }

  boolean isQualified() {
    return verdict instanceof Verdict.Qualified;
  }

  boolean isRefuted() {
    return verdict instanceof Verdict.Refuted;
  }
}
