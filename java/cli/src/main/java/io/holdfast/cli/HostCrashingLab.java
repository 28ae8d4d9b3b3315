package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashLab;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.EioLab;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.lab.crash.EioResult;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** The lab on this machine. */
final class HostCrashingLab implements CrashingLab {

  private final Facilities machine = Facilities.here();

  @Override
  public void crash(CrashRequest request, Consumer<CrashEvent> listener) throws IOException {
    new CrashLab(machine).run(request, listener);
  }

  @Override
  public Optional<String> diskUnavailabilityReason(CrashFileSystem type) {
    return new EioLab(machine).unavailabilityReason(type);
  }

  @Override
  public EioResult failDisk(EioRequest request, IntConsumer progress) throws IOException {
    return new EioLab(machine).run(request, progress);
  }
}
