package io.holdfast.lab.lease;

import io.holdfast.clock.NanoClock;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.posix.Posix;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Mistakes that every other coordinator of a run makes on purpose: each must be noticed. */
public enum LeaseMutant {
  /** A fence that another has moved counts as moved, a lock that another holds as taken. */
  TWO_WINNERS("the storage lets everybody win a move and take a lock"),
  /** A lease is taken from a holder that lives. */
  EARLY_THIEF("clocks that run fast: leases are taken before they have expired"),
  /** What a stale token ends is told as done. */
  IGNORES_STALE("a completion that is answered stale counts as done");

  private static final int SPEED = 20;
  private static final int AHEAD_MILLIS = 3_000;

  private final String says;

  LeaseMutant(String says) {
    this.says = says;
  }

  /** The name on command lines: {@code two-winners}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is wrong with it, in one line. */
  public String says() {
    return says;
  }

  /** The mutant with an {@link #id}. */
  public static Optional<LeaseMutant> withId(String id) {
    return Arrays.stream(values()).filter(mutant -> mutant.id().equals(id)).findFirst();
  }

  /** Puts the mistake in front of a coordinator's calls. */
  Posix applyTo(Posix posix) {
    return this == TWO_WINNERS ? new TwoWinners(posix) : posix;
  }

  /** Puts the mistake into a coordinator's clocks. */
  LeaseClocks applyTo(LeaseClocks clocks) {
    if (this != EARLY_THIEF) {
      return clocks;
    }
    NanoClock boot = clocks.boot();
    long begun = boot.nanoTime();
    return new LeaseClocks(
        () -> clocks.wall().millis() + AHEAD_MILLIS,
        () -> begun + SPEED * (boot.nanoTime() - begun),
        clocks.pause());
  }
}
