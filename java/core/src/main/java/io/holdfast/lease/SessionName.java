package io.holdfast.lease;

import io.holdfast.digest.Hex;
import io.holdfast.durable.Name;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A name in the directory of sessions: which session, and its beat, or that it is dead.
 *
 * @param id 32 lower-case hex digits
 * @param beat the number of its last beat; {@value #DEAD} when the session is dead
 */
record SessionName(String id, long beat) {

  static final long DEAD = -1;

  private static final int ID_DIGITS = 32;
  private static final int BEAT_DIGITS = 16;
  private static final String DEAD_WORD = "dead";

  static boolean isId(String text) {
    return Hex.isHex(text, ID_DIGITS);
  }

  /** The session of a name; empty for any other name. */
  static Optional<SessionName> of(String name) {
    if (name.length() <= ID_DIGITS || name.charAt(ID_DIGITS) != '.') {
      return Optional.empty();
    }
    String id = name.substring(0, ID_DIGITS);
    String beat = name.substring(ID_DIGITS + 1);
    if (!isId(id)) {
      return Optional.empty();
    }
    if (beat.equals(DEAD_WORD)) {
      return Optional.of(new SessionName(id, DEAD));
    }
    return Hex.isHex(beat, BEAT_DIGITS) && beat.charAt(0) <= '7'
        ? Optional.of(new SessionName(id, HexFormat.fromHexDigitsToLong(beat)))
        : Optional.empty();
  }

  boolean isDead() {
    return beat == DEAD;
  }

  SessionName next() {
    return new SessionName(id, beat + 1);
  }

  SessionName dead() {
    return new SessionName(id, DEAD);
  }

  Name name() {
    return Name.of(id + "." + (isDead() ? DEAD_WORD : HexFormat.of().toHexDigits(beat)));
  }
}
