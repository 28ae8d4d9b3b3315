package io.holdfast.cli;

import io.holdfast.campaign.Campaign;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.gauge.ClientsGauge;
import io.holdfast.gauge.Gauge;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.CrossHostQualifier;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LitmusEvent;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** This machine. Used by one thread. */
final class HostMachine implements Machine {

  private static final RawPath COMMAND_LINE = RawPath.of("/proc/self/cmdline");

  private @Nullable Posix posix;

  @Override
  public Posix posix() throws BindingUnavailableException {
    if (posix == null) {
      posix = Bindings.load();
    }
    return posix;
  }

  @Override
  public LocalReport qualify(LocalRequest request, Consumer<Answer> progress)
      throws LitmusException, BindingUnavailableException {
    Posix binding = posix();
    try {
      KernelHostIdentity host = KernelHostIdentity.read(binding);
      return new LocalQualifier(
              binding, new LocalAgentLauncher(), host, NanoClock.system(), EpochClock.system())
          .qualify(request, progress);
    } catch (PosixException e) {
      throw new LitmusException("this host has no identity: " + e.getMessage(), e);
    }
  }

  @Override
  public LitmusReport litmus(LitmusRequest request, Consumer<LitmusEvent> progress)
      throws LitmusException {
    return new CrossHostQualifier(NanoClock.system(), EpochClock.system()).run(request, progress);
  }

  @Override
  public Membership membership() throws BindingUnavailableException, CommandFailure {
    return HostMembership.of(posix(), System.getenv());
  }

  @Override
  public CrashingLab crashingLab() {
    return new HostCrashingLab();
  }

  @Override
  public Campaigns campaigns() throws BindingUnavailableException {
    Posix binding = posix();
    return (request, progress, ending) -> Campaign.run(binding, request, progress, ending);
  }

  @Override
  public Gauges gauges() throws BindingUnavailableException {
    return new Gauge(posix(), NanoClock.system(), EpochClock.system())::run;
  }

  @Override
  public ClientGauges clientGauges() {
    return new ClientsGauge(NanoClock.system(), EpochClock.system())::run;
  }

  @Override
  public LeasingLab leasingLab() {
    return new HostLeasingLab();
  }

  /** The arguments of this process as the kernel keeps them, each with a NUL behind it. */
  byte[] commandLine() throws BindingUnavailableException, CommandFailure {
    try {
      return InputFile.read(posix(), COMMAND_LINE, RawArguments.COMMAND_LINE_LIMIT);
    } catch (PosixException e) {
      throw CommandFailure.environment("the arguments cannot be read: " + e.getMessage(), null);
    }
  }
}
