package io.holdfast.lab.lease;

/**
 * One line of the ledger: {@code COORDINATOR BEGUN ENDED DEED NUMBER FENCE TOKEN NOTE}.
 *
 * @param coordinator who tells it
 * @param begunNanos when it was asked for, CLOCK_BOOTTIME
 * @param endedNanos when it was answered
 * @param number of the id; {@link #NO_NUMBER} where it is about none
 * @param fence 0 where there is none
 * @param token {@link #NO_TOKEN} where there is none
 * @param note the rest of the line
 */
record LedgerLine(
    int coordinator,
    long begunNanos,
    long endedNanos,
    Deed deed,
    int number,
    long fence,
    String token,
    String note) {

  static final int NO_NUMBER = -1;
  static final String NO_TOKEN = "-";

  private static final int FIELDS = 8;

  String text() {
    return String.join(
        " ",
        Integer.toString(coordinator),
        Long.toString(begunNanos),
        Long.toString(endedNanos),
        deed.word(),
        Integer.toString(number),
        Long.toString(fence),
        token,
        note.replace('\n', ' '));
  }

  /**
   * Reads {@link #text} back, also without the space at the end of a line without a note;
   * IllegalArgumentException where it is none.
   */
  static LedgerLine of(String text) {
    String[] fields = text.split(" ", FIELDS);
    if (fields.length < FIELDS - 1) {
      throw new IllegalArgumentException("no line of a ledger: " + text);
    }
    return new LedgerLine(
        Integer.parseInt(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Deed.ofWord(fields[3]),
        Integer.parseInt(fields[4]),
        Long.parseLong(fields[5]),
        fields[6],
        fields.length == FIELDS ? fields[7] : "");
  }

  /** In words, for people. */
  String inWords() {
    return "c" + coordinator + " " + deed.word() + " number " + fence + " by token " + token;
  }
}
