package io.holdfast.cli.lab;

import io.holdfast.cli.ExitCode;
import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * All that {@code holdfast lab crash} found. Immutable.
 *
 * @param results the runs that came to their end
 * @param broken the runs that did not
 * @param skipped the file systems that were not run on
 * @param failure why the lab ended before it was through, or null
 * @param nanos how long it all took
 */
public record CrashReport(
    CrashRequest request,
    List<CrashResult> results,
    List<CrashEvent.Broken> broken,
    List<CrashEvent.Skipped> skipped,
    @Nullable String failure,
    long nanos) {

  public CrashReport {
    results = List.copyOf(results);
    broken = List.copyOf(broken);
    skipped = List.copyOf(skipped);
  }

  /** Crash states that were looked at. */
  public long states() {
    return sum(CrashResult::states);
  }

  /** How many of them broke a promise. */
  public long violating() {
    return sum(CrashResult::violating);
  }

  /** How many of them did not mount, and were not expected to. */
  public long unmountable() {
    return sum(CrashResult::unmountable);
  }

  private long sum(ToIntFunction<CrashResult> count) {
    return results.stream().mapToInt(count).asLongStream().sum();
  }

  /** What was found decides, then what could not be done, then what was not looked at. */
  public ExitCode exitCode() {
    if (violating() > 0) {
      return ExitCode.REFUTED;
    }
    if (!broken.isEmpty() || failure != null) {
      return ExitCode.ENVIRONMENT;
    }
    boolean all = skipped.isEmpty() && results.stream().allMatch(run -> run.states() > 0);
    return all && states() > 0 ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  /** Collects what the lab tells. Not for two threads at once. */
  public static final class Builder {

    private final CrashRequest request;
    private final NanoClock clock;
    private final long begun;
    private final List<CrashResult> results = new ArrayList<>();
    private final List<CrashEvent.Broken> broken = new ArrayList<>();
    private final List<CrashEvent.Skipped> skipped = new ArrayList<>();
    private @Nullable String failure;

    public Builder(CrashRequest request, NanoClock clock) {
      this.request = request;
      this.clock = clock;
      this.begun = clock.nanoTime();
    }

    /** Takes an event that ends something; others do not count. */
    public void add(CrashEvent event) {
      if (event instanceof CrashEvent.Finished finished) {
        results.add(finished.result());
      } else if (event instanceof CrashEvent.Broken end) {
        broken.add(end);
      } else if (event instanceof CrashEvent.Skipped end) {
        skipped.add(end);
      }
    }

    /** The lab ended before it was through. */
    public void failed(String why) {
      failure = why;
    }

    public CrashReport build() {
      return new CrashReport(request, results, broken, skipped, failure, clock.nanoTime() - begun);
    }
  }
}
