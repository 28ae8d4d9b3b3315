package io.holdfast.lease;

import io.holdfast.digest.Sha256;
import io.holdfast.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * What a tombstone keeps of an id.
 *
 * @param number of the last transition, which retired it: every later one is higher
 * @param done whether it was done, which is final; else it was released
 * @param nonce of the transition before the last, so that who made it can still learn that he won
 * @param token a digest of the token of the last holder, so that he can still learn that it is done
 */
record RetiredId(WorkId id, long number, boolean done, String nonce, String token) {

  /** Length of a line: id, number, d or r, nonce, token, blanks between them and a newline. */
  static final int LINE_LENGTH = WorkId.LENGTH + 1 + 16 + 1 + 1 + 1 + 32 + 1 + 32 + 1;

  private static final int NUMBER_AT = WorkId.LENGTH + 1;
  private static final int END_AT = NUMBER_AT + 17;
  private static final int NONCE_AT = END_AT + 2;
  private static final int TOKEN_AT = NONCE_AT + Nonces.DIGITS + 1;
  private static final String TOKEN_PREFIX = "retired:";

  /** Of the record that retires an id. */
  static RetiredId of(LeaseRecord retiring, FenceStamp stamp) {
    return new RetiredId(
        retiring.id(),
        stamp.at().number(),
        retiring.status() == LeaseStatus.DONE,
        stamp.won().get(0),
        digest(retiring.token()));
  }

  /** The line of a tombstone. */
  byte[] line() {
    String text =
        id.hex()
            + " "
            + HexFormat.of().toHexDigits(number)
            + (done ? " d " : " r ")
            + nonce
            + " "
            + token
            + "\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads a line.
   *
   * @throws LeaseFormatException it is none
   */
  static RetiredId parse(byte[] line) throws LeaseFormatException {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    try {
      String number = text.substring(NUMBER_AT, END_AT - 1);
      RetiredId read =
          new RetiredId(
              new WorkId(text.substring(0, WorkId.LENGTH)),
              HexFormat.fromHexDigitsToLong(number),
              text.charAt(END_AT) == 'd',
              text.substring(NONCE_AT, NONCE_AT + Nonces.DIGITS),
              text.substring(TOKEN_AT, TOKEN_AT + Nonces.DIGITS));
      boolean whole = new String(read.line(), StandardCharsets.ISO_8859_1).equals(text);
      if (whole && read.number > 0 && Nonces.isOne(read.nonce) && Nonces.isOne(read.token)) {
        return read;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new LeaseFormatException("a line is malformed: " + e.getMessage());
    }
    throw new LeaseFormatException("a line is malformed");
  }

  /** The transition that the nonce is of. */
  FenceName before() {
    return new FenceName(number - 1, nonce);
  }

  /** What is left of the record of an id that is done. */
  LeaseRecord record() {
    return LeaseRecord.Change.ofNothing()
        .set(LeaseRecord.SCHEMA, LeaseCodec.ofFenceTables().schema())
        .set(LeaseRecord.ID, id.hex())
        .set(LeaseRecord.STATUS, (done ? LeaseStatus.DONE : LeaseStatus.RELEASED).word())
        .set(LeaseRecord.PAYLOAD, new JsonObject(Map.of()))
        .set(LeaseRecord.OWNER, "")
        .set(LeaseRecord.TOKEN, TOKEN_PREFIX + token)
        .set(LeaseRecord.UPDATED, 0)
        .set(LeaseRecord.FENCE, number)
        .make();
  }

  /** Whether a record is one of {@link #record}, of an id whose files are gone. */
  static boolean isRetired(LeaseRecord record) {
    return record.token().text().startsWith(TOKEN_PREFIX)
        && Nonces.isOne(record.token().text().substring(TOKEN_PREFIX.length()));
  }

  /** Whether what a retired record keeps of its token is of this one. */
  static boolean isTokenOf(LeaseRecord record, LeaseToken token) {
    return isRetired(record)
        && record.token().text().substring(TOKEN_PREFIX.length()).equals(digest(token));
  }

  private static String digest(LeaseToken token) {
    byte[] text = token.text().getBytes(StandardCharsets.UTF_8);
    return Sha256.hex(text).substring(0, Nonces.DIGITS);
  }
}
