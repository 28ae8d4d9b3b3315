package io.holdfast.cli;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.exchange.jgroups.Credential;
import io.holdfast.exchange.jgroups.GroupFile;
import io.holdfast.exchange.jgroups.JGroupsExchange;
import io.holdfast.exchange.jgroups.Secret;
import io.holdfast.exchange.jgroups.Tls;
import io.holdfast.exchange.mpi.MpiExchange;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** This process on this machine, and the carriers that it knows. */
final class HostMembership implements Membership {

  /** What the ranks of an MPI job call their group. */
  private static final String MPI_GROUP = "qualification";

  private final Posix posix;
  private final Map<String, String> environment;
  private final HostIdentity identity;
  private final NanoClock clock;

  private HostMembership(Posix posix, Map<String, String> environment, HostIdentity identity) {
    this.posix = posix;
    this.environment = environment;
    this.identity = identity;
    this.clock = () -> posix.clockGettime(Flags.CLOCK_BOOTTIME);
  }

  static HostMembership of(Posix posix, Map<String, String> environment) throws CommandFailure {
    try {
      return new HostMembership(posix, environment, KernelHostIdentity.read(posix));
    } catch (PosixException e) {
      throw CommandFailure.environment("this host has no identity: " + e.getMessage(), null);
    }
  }

  @Override
  public HostIdentity identity() {
    return identity;
  }

  @Override
  public boolean isGiven() {
    return MpiExchange.isOffered(environment);
  }

  @Override
  public Exchange join(@Nullable NamedGroup group) throws CommandFailure {
    if (isGiven() && group != null) {
      throw CommandFailure.usage(
          "a rank of an MPI job has its group already",
          "leave --group and all that goes with it out");
    }
    try {
      if (group != null) {
        return named(group, clock.nanoTime() + group.joinNanos());
      }
      return isGiven()
          ? MpiExchange.open(posix, clock, environment, MPI_GROUP)
          : InProcessExchange.group(1, clock).get(0);
    } catch (ExchangeException e) {
      throw cannotJoin(e, null);
    }
  }

  private Exchange named(NamedGroup group, long deadlineNanos)
      throws ExchangeException, CommandFailure {
    GroupFile file = GroupFile.read(posix, group.file());
    Credential credential = credential(group.credentials());
    try {
      return JGroupsExchange.open(file, group.name(), credential, clock, deadlineNanos);
    } catch (ExchangeException e) {
      boolean waited = clock.nanoTime() - deadlineNanos >= 0;
      throw cannotJoin(e, waited ? "--join-timeout waits longer for the others" : null);
    }
  }

  private static CommandFailure cannotJoin(ExchangeException e, @Nullable String hint) {
    return CommandFailure.environment("the group cannot be joined: " + e.getMessage(), hint);
  }

  private Credential credential(Credentials credentials) throws ExchangeException {
    return credentials instanceof Credentials.Certificates tls
        ? Tls.read(posix, tls.key(), tls.trust(), tls.password())
        : Secret.read(posix, ((Credentials.SharedSecret) credentials).file());
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
