package io.holdfast.cli.lab;

import io.holdfast.cli.ExitCode;
import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.lab.crash.EioResult;
import java.util.ArrayList;
import java.util.List;

/**
 * All that {@code holdfast lab eio} found. Immutable.
 *
 * @param request of the first file system; of the others all but the file system is the same
 * @param ends one for each file system
 * @param nanos how long it all took
 */
public record EioReport(EioRequest request, List<End> ends, long nanos) {

  /** How it ended for one file system. */
  public sealed interface End {}

  /** All trials were made, or as many as were needed. */
  public record Finished(EioResult result) implements End {}

  /** The trials could not be made, or not all of them. */
  public record Broken(CrashFileSystem fileSystem, String why) implements End {}

  /** This machine cannot fail a disk under it. */
  public record Skipped(CrashFileSystem fileSystem, String reason) implements End {}

  public EioReport {
    ends = List.copyOf(ends);
  }

  public List<EioResult> results() {
    return all(Finished.class).stream().map(Finished::result).toList();
  }

  public List<Broken> broken() {
    return all(Broken.class);
  }

  public List<Skipped> skipped() {
    return all(Skipped.class);
  }

  private <T extends End> List<T> all(Class<T> kind) {
    return ends.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** How many trials were made. */
  public int trials() {
    return results().stream().mapToInt(EioResult::trials).sum();
  }

  /** How many of them had a false acknowledgement. */
  public int falseTrials() {
    return results().stream().mapToInt(EioResult::falseTrials).sum();
  }

  /** What was found decides, then what could not be done, then what showed nothing. */
  public ExitCode exitCode() {
    if (falseTrials() > 0) {
      return ExitCode.REFUTED;
    }
    if (!broken().isEmpty()) {
      return ExitCode.ENVIRONMENT;
    }
    boolean shown =
        skipped().isEmpty()
            && results().stream().allMatch(run -> run.struck() > 0 && run.acknowledged() > 0);
    return shown ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  /** Collects the ends. Not for two threads at once. */
  public static final class Builder {

    private final EioRequest request;
    private final NanoClock clock;
    private final long begun;
    private final List<End> ends = new ArrayList<>();

    public Builder(EioRequest request, NanoClock clock) {
      this.request = request;
      this.clock = clock;
      this.begun = clock.nanoTime();
    }

    /** Takes an end, and gives it back. */
    public End add(End end) {
      ends.add(end);
      return end;
    }

    public EioReport build() {
      return new EioReport(request, ends, clock.nanoTime() - begun);
    }
  }
}
