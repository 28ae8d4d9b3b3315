package io.holdfast.campaign.crew;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RandomFaults;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Storage on which a call fails now and then. */
final class Faults {

  /** On average one of so many calls of a kind fails. */
  private static final int ONE_IN = 2000;

  private static final Set<PosixCall> KINDS =
      Set.of(PosixCall.FSYNC, PosixCall.PWRITE, PosixCall.RENAMEAT2, PosixCall.OPENAT);

  private Faults() {}

  /** The storage as it is, or with faults by a seed: EIO, half of them after the call was done. */
  static Posix on(Posix posix, OptionalLong seed) {
    return seed.isEmpty()
        ? posix
        : new FaultPosix(posix)
            .injectAtRandom(
                new RandomFaults(seed.getAsLong(), ONE_IN, KINDS, List.of(Errno.EIO), true));
  }
}
