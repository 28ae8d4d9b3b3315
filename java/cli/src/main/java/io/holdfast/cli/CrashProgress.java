package io.holdfast.cli;

import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.CrashEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says which run is looked at, how far that is, and how fast. */
final class CrashProgress implements Consumer<CrashEvent>, AutoCloseable {

  private final ProgressLine line;
  private final NanoClock clock;
  private CrashEvent.@Nullable Progress begun;
  private long begunNanos;

  CrashProgress(ProgressLine line, NanoClock clock) {
    this.line = line;
    this.clock = clock;
    line.show("starting the lab");
  }

  @Override
  public void accept(CrashEvent event) {
    if (event instanceof CrashEvent.Progress progress) {
      if (begun == null) {
        begun = progress;
        begunNanos = clock.nanoTime();
      }
      line.show(inWords(progress, progress.states() - begun.states()));
    } else {
      begun = null;
      line.erase();
    }
  }

  private String inWords(CrashEvent.Progress progress, int done) {
    String unit = progress.unit() == 0 ? "" : " unit " + progress.unit();
    String rate = done == 0 ? "" : ", " + aSecond(done) + " a second";
    return progress.fileSystem().id()
        + " "
        + progress.workload().id()
        + unit
        + ": "
        + progress.states()
        + " of "
        + progress.of()
        + " states"
        + rate;
  }

  private long aSecond(int done) {
    return Math.round(done * 1e9 / Math.max(1, clock.nanoTime() - begunNanos));
  }

  @Override
  public void close() {
    line.close();
  }
}
