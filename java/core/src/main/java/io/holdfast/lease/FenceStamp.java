package io.holdfast.lease;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a record stands in the history of its id.
 *
 * @param at the transition that wrote it
 * @param won nonces of the transitions before it, the newest first, at most {@value #WON_LIMIT}
 */
record FenceStamp(FenceName at, List<String> won) {

  /** Most transitions that a record remembers. */
  static final int WON_LIMIT = 8;

  FenceStamp {
    won = List.copyOf(won);
    if (won.size() > WON_LIMIT || won.size() > at.number()) {
      throw new IllegalArgumentException("a record of " + at + " cannot remember " + won.size());
    }
  }

  /** The beginning of a history. */
  static FenceStamp first(String nonce) {
    return new FenceStamp(new FenceName(0, nonce), List.of());
  }

  /**
   * The point behind this one.
   *
   * @param floor what a beginning of this history goes on behind
   */
  FenceStamp next(String nonce, long floor) {
    List<String> history = new ArrayList<>();
    history.add(at.nonce());
    history.addAll(won.subList(0, Math.min(won.size(), WON_LIMIT - 1)));
    long number = at.number() == 0 ? floor : at.number();
    return new FenceStamp(new FenceName(number + 1, nonce), history);
  }

  /** Whether an earlier transition is known to be in the history of this one. */
  boolean remembers(FenceName earlier) {
    long back = at.number() - earlier.number() - 1;
    return back >= 0 && back < won.size() && won.get((int) back).equals(earlier.nonce());
  }
}
