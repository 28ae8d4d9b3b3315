package io.holdfast.cli;

import io.holdfast.campaign.Campaign;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
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
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** This machine. Used by one thread. */
final class HostMachine implements Machine {

  private static final byte[] COMMAND_LINE =
      "/proc/self/cmdline".getBytes(StandardCharsets.US_ASCII);

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
  public LeasingLab leasingLab() {
    return new HostLeasingLab();
  }

  /** The arguments of this process as the kernel keeps them, each with a NUL behind it. */
  byte[] commandLine() throws BindingUnavailableException, CommandFailure {
    try {
      return readCommandLine(posix());
    } catch (PosixException e) {
      throw CommandFailure.environment("the arguments cannot be read: " + e.getMessage(), null);
    }
  }

  private static byte[] readCommandLine(Posix posix) throws PosixException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[Posix.TRANSFER_LIMIT];
    try (Descriptor file =
        Descriptor.open(posix, Flags.AT_FDCWD, COMMAND_LINE, Flags.O_RDONLY, 0)) {
      while (all.size() <= RawArguments.COMMAND_LINE_LIMIT) {
        int count = posix.read(file.number(), buffer, 0, buffer.length);
        if (PosixException.check(count, "read", COMMAND_LINE) == 0) {
          return all.toByteArray();
        }
        all.write(buffer, 0, count);
      }
    }
    throw PosixException.of("read", Errno.EFBIG.asResult(), COMMAND_LINE);
  }
}
