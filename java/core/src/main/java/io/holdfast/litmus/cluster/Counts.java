package io.holdfast.litmus.cluster;

import java.util.Optional;

/**
 * How often what was shown.
 *
 * @param rounds representatives that took the lock
 * @param contention tries that were refused while it was held
 * @param release representatives of another host that took it after a release
 * @param identity members whose name still led to the object that they had kept open
 */
public record Counts(int rounds, int contention, int release, int identity) {

  static final Counts NONE = new Counts(0, 0, 0, 0);

  /**
   * Whether these are the counts that a proof over so many members and hosts must have. Nothing is
   * called qualified before this has answered empty.
   *
   * @return what is missing, in words
   */
  public Optional<String> violation(int members, int hosts) {
    if (hosts < 2 || members < hosts) {
      return Optional.of(members + " members on " + hosts + " hosts prove nothing across hosts");
    }
    Counts required = new Counts(hosts, hosts * (members - 1), hosts, members);
    return equals(required)
        ? Optional.empty()
        : Optional.of("counted " + this + " where " + required + " are required");
  }

  Counts plusRound() {
    return new Counts(rounds + 1, contention, release, identity);
  }

  Counts plusContention(int more) {
    return new Counts(rounds, contention + more, release, identity);
  }

  Counts plusRelease() {
    return new Counts(rounds, contention, release + 1, identity);
  }

  Counts plusIdentity(int more) {
    return new Counts(rounds, contention, release, identity + more);
  }
}
