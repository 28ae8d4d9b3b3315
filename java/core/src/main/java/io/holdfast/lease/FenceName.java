package io.holdfast.lease;

import io.holdfast.digest.Hex;
import io.holdfast.durable.Name;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One point in the history of an id: the number of a transition and the nonce of who won it. A file
 * whose name holds both is the fence of that id; moving it is the next transition.
 *
 * @param number 0 for the beginning, one more for each transition
 * @param nonce 32 lower-case hex digits, never used twice
 */
record FenceName(long number, String nonce) {

  /** By number; the order of nonces means nothing. */
  static final Comparator<FenceName> BY_NUMBER = Comparator.comparingLong(FenceName::number);

  private static final int ID_DIGITS = WorkId.LENGTH;
  private static final int NUMBER_DIGITS = 16;
  private static final int NONCE_DIGITS = 32;
  private static final String FENCE = ".fence.";
  private static final String RECORD = ".rec.";
  private static final String ORIGIN = ".origin";

  FenceName {
    if (number < 0 || !Hex.isHex(nonce, NONCE_DIGITS)) {
      throw new IllegalArgumentException("no point of a history: " + number + " " + nonce);
    }
  }

  /** {@code <id>.fence.<number>.<nonce>}. */
  Name fence(WorkId id) {
    return name(id, FENCE);
  }

  /** {@code <id>.rec.<number>.<nonce>}: what this transition wrote. */
  Name record(WorkId id) {
    return name(id, RECORD);
  }

  /**
   * {@code <id>.origin}: the second link of the one genuine fence. Behind a tombstone {@code
   * <id>.origin.<floor>}, so that no name of an origin ever recurs.
   *
   * @param floor the number that the tombstone keeps; 0 where there is none
   */
  static Name origin(WorkId id, long floor) {
    String era = floor == 0 ? "" : "." + HexFormat.of().toHexDigits(floor);
    return Name.of(id.hex() + ORIGIN + era);
  }

  /** The floor of the era that a name is the origin of. */
  static Optional<Long> ofOrigin(String name) {
    int floorAt = ID_DIGITS + ORIGIN.length() + 1;
    if (!name.startsWith(ORIGIN, ID_DIGITS)) {
      return Optional.empty();
    }
    if (name.length() == floorAt - 1) {
      return Optional.of(0L);
    }
    boolean fits = name.length() == floorAt + NUMBER_DIGITS && name.charAt(floorAt - 1) == '.';
    return fits ? number(name.substring(floorAt)).filter(n -> n > 0) : Optional.empty();
  }

  /** {@code <id>.json}: another link of a record that counted. */
  static Name hint(WorkId id) {
    return Name.of(id.hex() + ".json");
  }

  /** {@code <id>.json.<nonce>.tmp}: a name that lives for a moment. */
  static Name passing(WorkId id, String nonce) {
    return Name.of(id.hex() + ".json." + nonce + ".tmp");
  }

  /** Whether a name is one of {@link #passing}. */
  static boolean isPassing(String name) {
    String end = ".tmp";
    int nonceAt = ID_DIGITS + ".json.".length();
    return name.length() == nonceAt + NONCE_DIGITS + end.length()
        && name.startsWith(".json.", ID_DIGITS)
        && name.endsWith(end)
        && Hex.isHex(name.substring(nonceAt, nonceAt + NONCE_DIGITS), NONCE_DIGITS);
  }

  private Name name(WorkId id, String kind) {
    return Name.of(id.hex() + kind + HexFormat.of().toHexDigits(number) + "." + nonce);
  }

  /** The point that a name is the fence of, whosever fence it is. */
  static Optional<FenceName> ofFence(String name) {
    return parse(name, FENCE);
  }

  /** The point that a name is the record of. */
  static Optional<FenceName> ofRecord(String name) {
    return parse(name, RECORD);
  }

  private static Optional<FenceName> parse(String name, String kind) {
    int numberAt = ID_DIGITS + kind.length();
    int nonceAt = numberAt + NUMBER_DIGITS + 1;
    if (name.length() != nonceAt + NONCE_DIGITS
        || !name.startsWith(kind, ID_DIGITS)
        || name.charAt(nonceAt - 1) != '.') {
      return Optional.empty();
    }
    String nonce = name.substring(nonceAt);
    return Hex.isHex(nonce, NONCE_DIGITS)
        ? number(name.substring(numberAt, nonceAt - 1)).map(number -> new FenceName(number, nonce))
        : Optional.empty();
  }

  private static Optional<Long> number(String digits) {
    return Hex.isHex(digits, NUMBER_DIGITS) && digits.charAt(0) <= '7'
        ? Optional.of(HexFormat.fromHexDigitsToLong(digits))
        : Optional.empty();
  }
}
