package io.holdfast.lab.crash;

import io.holdfast.lab.crash.CrashStates.State;
import io.holdfast.posix.Posix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One workload on one file system: recorded once, then its crash states are made from the record
 * and looked at. Inside of the lab's namespaces; used by one thread.
 */
final class CrashRun {

  private final Posix posix;
  private final CrashRequest request;
  private final CrashFileSystem fileSystem;
  private final CrashWorkload workload;
  private final Path site;
  private final Consumer<CrashEvent> events;

  /**
   * @param site an empty directory
   */
  CrashRun(
      Posix posix,
      CrashRequest request,
      CrashFileSystem fileSystem,
      CrashWorkload workload,
      Path site,
      Consumer<CrashEvent> events) {
    this.posix = posix;
    this.request = request;
    this.fileSystem = fileSystem;
    this.workload = workload;
    this.site = site;
    this.events = events;
  }

  /** Records, unless the record is given, and looks at the crash states of each unit. */
  void run() throws IOException {
    long begun = System.nanoTime();
    Path file = request.replayed();
    if (file == null) {
      file = site.resolve("log");
      new CrashRecorder(posix, request).record(fileSystem, workload, site, file);
    }
    long recordNanos = System.nanoTime() - begun;
    CrashLog log = CrashLog.read(file);
    for (int unit : fileSystem.isOnDisk() ? request.units() : List.of(0)) {
      events.accept(new CrashEvent.Finished(look(file, log, unit, recordNanos)));
    }
  }

  private CrashResult look(Path file, CrashLog log, int unit, long recordNanos) throws IOException {
    long begun = System.nanoTime();
    int start = log.indexOfMark(Marks.BEGIN) + 1;
    CrashItems items = unit == 0 ? memory(log) : new DiskItems(log, start, unit);
    int end = log.indexOfMark(Marks.END);
    int asked = request.states();
    List<State> states = CrashStates.choose(log, items, start, end, request.seed(), asked);
    CrashLook look;
    try (RecordedStorage storage =
        unit == 0 ? memory(log) : disk(file, start, unit, site.resolve("state-" + unit))) {
      look = new CrashLook(log, storage, check(), 0 < unit && unit < fileSystem.wholeBytes());
      look.at(
          states,
          request.only(),
          looked ->
              events.accept(
                  new CrashEvent.Progress(fileSystem, workload, unit, looked, states.size())));
    }
    return new CrashResult(
        fileSystem,
        workload,
        unit,
        request.seed(),
        request.mutant(),
        log.size(),
        asked,
        look.looked(),
        look.violating(),
        look.unmountable(),
        look.violations(),
        recordNanos,
        System.nanoTime() - begun,
        look.violating() == 0 ? null : keep(file));
  }

  private RemainsCheck check() {
    if (workload.table().isPresent()) {
      return new LeaseRemainsCheck(workload.table().get());
    }
    boolean staged = workload.usesStagedNames() || !fileSystem.isOnDisk();
    return new CrashCheck(new Content(request.seed()), staged);
  }

  private static StrictMemory memory(CrashLog log) {
    return new StrictMemory(log, CrashGround.TESTED);
  }

  private RecordedStorage disk(Path file, int start, int unit, Path mountPoint) throws IOException {
    Files.createDirectory(mountPoint);
    return DiskReplay.start(posix, file, start, unit, fileSystem, mountPoint);
  }

  /** The record is gone with the lab's namespaces unless it is copied. */
  private @Nullable String keep(Path file) throws IOException {
    if (request.replayed() != null || request.keep() == null) {
      return request.replayed() == null ? null : file.toString();
    }
    String name =
        String.format(
            "holdfast-crash-%s-%s-%d.log", fileSystem.id(), workload.id(), request.seed());
    Path kept = request.keep().resolve(name);
    Files.copy(file, kept, StandardCopyOption.REPLACE_EXISTING);
    return kept.toString();
  }
}
