package io.holdfast.cli;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.exchange.jgroups.GroupFile;
import io.holdfast.exchange.jgroups.JGroupsExchange;
import io.holdfast.exchange.jgroups.Secret;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/** This process on this machine, and the carriers that it knows. */
final class HostMembership implements Membership {

  /** For so long a member waits until the others of its group are there. */
  private static final long JOIN_NANOS = 60_000_000_000L;

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

  @Override
  public Exchange join(@Nullable NamedGroup group) throws CommandFailure {
    try {
      return group == null ? InProcessExchange.group(1, clock).get(0) : named(group);
    } catch (ExchangeException e) {
      throw CommandFailure.environment("the group cannot be joined: " + e.getMessage(), null);
    }
  }

  private Exchange named(NamedGroup group) throws ExchangeException {
    return JGroupsExchange.open(
        GroupFile.read(posix, group.file()),
        group.name(),
        Secret.read(posix, group.secret()),
        clock,
        clock.nanoTime() + JOIN_NANOS);
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
