package io.holdfast.litmus;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The storage cannot be asked at all; the message is one sentence for the person at the terminal,
 * or one for each of the members that cannot take part.
 */
public final class LitmusException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Most members that a message names; of more it says how many. */
  private static final int NAMED = 8;

  public LitmusException(String message) {
    super(message);
  }

  public LitmusException(String message, Throwable cause) {
    super(message, cause);
  }

  /** All of them as one; there is at least one. */
  static LitmusException ofAll(List<LitmusException> refusals) {
    LitmusException first = refusals.get(0);
    if (refusals.size() == 1) {
      return first;
    }
    String told =
        refusals.stream()
            .limit(NAMED)
            .map(LitmusException::getMessage)
            .collect(Collectors.joining("; "));
    int more = refusals.size() - NAMED;
    return new LitmusException(more > 0 ? told + "; and " + more + " more" : told, first);
  }
}
