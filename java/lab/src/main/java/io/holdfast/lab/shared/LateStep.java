package io.holdfast.lab.shared;

/**
 * What came of one step of a holder that was frozen or cut off, and was told only afterwards.
 *
 * @param holder what its commit was answered
 * @param afterwards what its completion was answered
 * @param way how the id was taken over: claimed or replayed
 * @param kept whether it was still its taker's when the holder had done all its late steps
 * @param end what the taker's completion was answered, where it had claimed
 */
record LateStep(String holder, String afterwards, String way, boolean kept, String end) {

  static final String BEGUN = "Begun";
  static final String CLAIMED = "claimed";
  static final String REPLAYED = "replayed";

  private static final String COMPLETED = "Completed";

  /**
   * Reads what both said of it.
   *
   * @param late two words of the holder
   * @param kept three of the taker
   */
  static LateStep of(String[] late, String[] kept) {
    return new LateStep(late[0], late[1], kept[0], Boolean.parseBoolean(kept[1]), kept[2]);
  }

  /** All of it, in one line. */
  String inWords() {
    return String.format(
        "commit %s, completion %s, %s by another, %s, whose completion: %s",
        holder, afterwards, way, kept ? "kept" : "LOST", end);
  }

  boolean isHarmless() {
    boolean holderHasNothing = !afterwards.equals(COMPLETED);
    boolean holderWasTold = !way.equals(CLAIMED) || !holder.equals(BEGUN);
    return kept && holderHasNothing && holderWasTold && (end.equals("-") || end.equals(COMPLETED));
  }
}
