package io.holdfast.dispatch;

import java.util.EnumMap;
import java.util.Map;

/**
 * How often each kind of step has failed in a row. Kinds are told apart, because one that goes on
 * failing is hidden by others that succeed. A step that found nothing to do is no success: where a
 * part of the storage fails for good, what needs it is all that is left at last, and that is to be
 * noticed.
 */
final class Failures {

  /** What can fail. */
  enum Kind {
    BEAT,
    REPORT,
    COMMIT,
    RECOVERY,
    FILL,
    CLAIM,
    SEND
  }

  private final int limit;
  private final Map<Kind, Integer> inARow = new EnumMap<>(Kind.class);

  Failures(int limit) {
    this.limit = limit;
  }

  void succeeded(Kind kind) {
    inARow.remove(kind);
  }

  /** Counts a failure. @return whether that is too many in a row */
  boolean failed(Kind kind) {
    return inARow.merge(kind, 1, Integer::sum) >= limit;
  }
}
