package io.holdfast.cli;

import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.lab.crash.EioResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** A lab that tells what a test wants, and remembers what it was asked. */
final class FakeCrashingLab implements CrashingLab {

  private final List<CrashEvent> events = new ArrayList<>();
  private final List<CrashRequest> crashes = new ArrayList<>();
  private final List<EioRequest> failures = new ArrayList<>();
  private Function<EioRequest, EioResult> disk =
      request -> {
        throw new AssertionError("no disk was to fail");
      };
  private Optional<String> diskReason = Optional.empty();
  private IOException end;

  FakeCrashingLab telling(CrashEvent... some) {
    events.addAll(List.of(some));
    return this;
  }

  /** Ends before it is through. */
  FakeCrashingLab ending(String why) {
    end = new IOException(why);
    return this;
  }

  FakeCrashingLab failingDisks(Function<EioRequest, EioResult> results) {
    disk = results;
    return this;
  }

  FakeCrashingLab withoutDisks(String reason) {
    diskReason = Optional.of(reason);
    return this;
  }

  List<CrashRequest> crashes() {
    return crashes;
  }

  List<EioRequest> failures() {
    return failures;
  }

  @Override
  public void crash(CrashRequest request, Consumer<CrashEvent> listener) throws IOException {
    crashes.add(request);
    events.forEach(listener);
    if (end != null) {
      throw end;
    }
  }

  @Override
  public Optional<String> diskUnavailabilityReason(CrashFileSystem type) {
    return diskReason;
  }

  @Override
  public EioResult failDisk(EioRequest request, IntConsumer progress) throws IOException {
    failures.add(request);
    if (end != null) {
      throw end;
    }
    for (int made = 1; made <= request.trials(); made++) {
      progress.accept(made);
    }
    return disk.apply(request);
  }
}
