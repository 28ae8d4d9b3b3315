package io.holdfast.cli;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/** This process on this machine. */
final class HostMembership implements Membership {

  private final Posix posix;
  private final HostIdentity identity;
  private final NanoClock clock;

  private HostMembership(Posix posix, HostIdentity identity) {
    this.posix = posix;
    this.identity = identity;
    this.clock = () -> posix.clockGettime(Flags.CLOCK_BOOTTIME);
  }

  static HostMembership of(Posix posix) throws CommandFailure {
    try {
      return new HostMembership(posix, KernelHostIdentity.read(posix));
    } catch (PosixException e) {
      throw CommandFailure.environment("this host has no identity: " + e.getMessage(), null);
    }
  }

  @Override
  public HostIdentity identity() {
    return identity;
  }

  /** A group of one, which needs no carrier. */
  @Override
  public Exchange join(@Nullable NamedGroup group) {
    return InProcessExchange.group(1, clock).get(0);
  }

  @Override
  public Hands hands(RawPath root) {
    return Hands.of(posix, root, clock);
  }

  @Override
  public NanoClock clock() {
    return clock;
  }

  @Override
  public EpochClock wallClock() {
    return EpochClock.system();
  }

  @Override
  public Pause pause() {
    return Pause.system();
  }
}
