package io.holdfast.bench;

/** The counts that a piece of work must have; without them its time means nothing. */
interface Expectation {

  /**
   * Answers when the counts are right.
   *
   * @param who did the work, for people
   * @throws WrongCountsException the work was not the one that is measured
   */
  void check(String who, Counts counts);

  /** So many file syncs, so many directory syncs, and one probe behind each of these. */
  static Expectation exactly(long fileSyncs, long directorySyncs) {
    return (who, counts) -> {
      boolean right =
          counts.fileSyncs() == fileSyncs
              && counts.directorySyncs() == directorySyncs
              && counts.probes() == directorySyncs;
      require(right, who, counts, fileSyncs + " file and " + directorySyncs + " directory syncs");
    };
  }

  /** So many file syncs that waited for directory syncs, some of which served several. */
  static Expectation shared(long changes) {
    return (who, counts) -> {
      boolean right =
          counts.fileSyncs() == changes
              && counts.directorySyncs() >= 1
              && counts.directorySyncs() + counts.directorySyncsAvoided() == changes
              && counts.probes() == counts.directorySyncs();
      require(right, who, counts, changes + " file syncs, each served by one directory sync");
    };
  }

  private static void require(boolean right, String who, Counts counts, String expected) {
    if (!right) {
      throw new WrongCountsException(
          who + ": expected " + expected + ", one probe each, counted " + counts);
    }
  }
}
