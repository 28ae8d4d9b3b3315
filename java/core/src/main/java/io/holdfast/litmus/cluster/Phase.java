package io.holdfast.litmus.cluster;

import java.util.Optional;

/**
 * One step that all members take together.
 *
 * @param round which representative's round it belongs to; {@value #NO_ROUND} outside of rounds
 */
public record Phase(Kind kind, int round) {

  static final int NO_ROUND = -1;

  /** What is done in it. */
  public enum Kind {
    /** Everybody says who it is, and whether its own storage is sound. */
    MEMBERSHIP("membership"),
    /** Everybody opens the root and keeps it open. */
    ROOT_ANCHOR_OPEN("root-anchor-open"),
    /** Member 0 makes the lock object where there is none. */
    PREPARE("prepare"),
    /** Everybody opens the lock object, compares its bytes, and keeps it open. */
    LOCK_ANCHOR_OPEN("lock-anchor-open"),
    /** Everybody opens the lock object again, for this round. */
    OPEN("open"),
    /** The representative takes the lock. */
    HELD("held"),
    /** Everybody else tries, and must be refused. */
    EXCLUDED("excluded"),
    /** The representative lets go; everybody closes. */
    RELEASED("released"),
    /** The representative of the next host takes the lock, and lets go. */
    REACQUIRED("reacquired"),
    /** Everybody looks whether the name still leads to the object that was kept open. */
    NAMESPACE_IDENTITY_CLOSED("namespace-identity-closed"),
    /** Everybody says what it counted and saw, as one digest. */
    TRANSCRIPT_COMMIT("qualification-transcript-commit"),
    /** Member 0 makes the directory of names. */
    NAMES_MADE("names-made"),
    /** Everybody opens it, and makes what it will link. */
    NAMES_OPEN("names-open"),
    /** Everybody reaches for every name, and says which it won. */
    NAMES_REACHED("names-reached"),
    /** Everybody looks whether what was won stands there, once. */
    NAMES_SEEN("names-seen"),
    /** Member 0 takes the directory away. */
    NAMES_REMOVED("names-removed");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The spelling in messages and counter-examples. */
    public String word() {
      return word;
    }

    boolean isOfRound() {
      return switch (this) {
        case OPEN, HELD, EXCLUDED, RELEASED, REACQUIRED -> true;
        default -> false;
      };
    }
  }

  static Phase of(Kind kind) {
    return new Phase(kind, NO_ROUND);
  }

  /** The spelling in envelopes: {@code prepare}, {@code held-2}. */
  public String id() {
    return kind.isOfRound() ? kind.word() + "-" + round : kind.word();
  }

  /**
   * What comes after this phase when everybody succeeded.
   *
   * @param rounds how many representatives there are
   * @return empty after the last
   */
  Optional<Phase> next(int rounds) {
    return switch (kind) {
      case NAMES_MADE -> Optional.of(of(Kind.NAMES_OPEN));
      case NAMES_OPEN -> Optional.of(of(Kind.NAMES_REACHED));
      case NAMES_REACHED -> Optional.of(of(Kind.NAMES_SEEN));
      case NAMES_SEEN -> Optional.of(of(Kind.NAMES_REMOVED));
      case NAMES_REMOVED -> Optional.empty();
      case MEMBERSHIP -> Optional.of(of(Kind.ROOT_ANCHOR_OPEN));
      case ROOT_ANCHOR_OPEN -> Optional.of(of(Kind.PREPARE));
      case PREPARE -> Optional.of(of(Kind.LOCK_ANCHOR_OPEN));
      case LOCK_ANCHOR_OPEN -> Optional.of(new Phase(Kind.OPEN, 0));
      case OPEN -> Optional.of(new Phase(Kind.HELD, round));
      case HELD -> Optional.of(new Phase(Kind.EXCLUDED, round));
      case EXCLUDED -> Optional.of(new Phase(Kind.RELEASED, round));
      case RELEASED -> Optional.of(new Phase(Kind.REACQUIRED, round));
      case REACQUIRED ->
          Optional.of(
              round + 1 < rounds
                  ? new Phase(Kind.OPEN, round + 1)
                  : of(Kind.NAMESPACE_IDENTITY_CLOSED));
      case NAMESPACE_IDENTITY_CLOSED -> Optional.of(of(Kind.TRANSCRIPT_COMMIT));
      case TRANSCRIPT_COMMIT -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return id();
  }
}
