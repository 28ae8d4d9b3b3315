package io.holdfast.litmus;

import org.jspecify.annotations.Nullable;

/**
 * Who tries for a lock from elsewhere than through its holder's path.
 *
 * @param unshown why exclusion, where it is seen, shows nothing of this scope; empty where it does
 * @param rounds how exclusion is tried; null where one experiment is enough
 */
record Elsewhere(Contender contender, Kind kind, String unshown, @Nullable Rounds rounds) {

  /** Where that is. */
  enum Kind {
    MOUNT("between both paths"),
    HOST("between hosts");

    private final String between;

    Kind(String between) {
      this.between = between;
    }
  }

  /** Tries whether a lock excludes, in as many rounds as the scope needs. */
  @FunctionalInterface
  interface Rounds {
    Outcome run(LockKind kind, long deadlineNanos) throws Stopped, LitmusException;
  }

  /** Through a second path on this host. */
  static Elsewhere mount(Contender contender, boolean isOneClient) {
    String unshown = isOneClient ? ScopeVerdict.ONE_CLIENT : "";
    return new Elsewhere(contender, Kind.MOUNT, unshown, null);
  }

  /** On another host, or what was taken for one. */
  static Elsewhere host(Contender contender, String unshown, Rounds rounds) {
    return new Elsewhere(contender, Kind.HOST, unshown, rounds);
  }

  Question exclusion(LockKind lock) {
    return switch (lock) {
      case FLOCK -> kind == Kind.HOST ? Question.FLOCK_CROSS_HOST : Question.FLOCK_TWO_MOUNTS;
      case OFD -> kind == Kind.HOST ? Question.OFD_CROSS_HOST : Question.OFD_TWO_MOUNTS;
      case POSIX -> kind == Kind.HOST ? Question.POSIX_CROSS_HOST : Question.POSIX_TWO_MOUNTS;
    };
  }

  /** Between whom, in words. */
  String between() {
    return kind.between;
  }

  /** By which path somebody looks, where his name does not say where he is. */
  String through(Contender who) {
    return kind == Kind.MOUNT ? " through " + who.root() : "";
  }

  /** Exclusion is seen, and may show nothing of the scope. */
  Outcome inScope(Outcome outcome) {
    return outcome.isQualified() && !unshown.isEmpty()
        ? Outcome.inconclusive(unshown, null).withEvidence(outcome.evidence())
        : outcome;
  }
}
