package io.holdfast.lab.lease;

import io.holdfast.lab.lease.LeaseCheck.End;
import io.holdfast.lab.lease.LeaseCheck.Evidence;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One run, inside of the lab's namespaces: chaos, then calm, then a look. Used by one thread. */
final class LeaseRun {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long TELL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** After so long in peace without an id that gets done, something is stuck. */
  private static final long STANDSTILL_SECONDS = 60;

  private final Posix posix;
  private final LeaseRunRequest request;
  private final Path scratch;
  private final Path table;
  private final Path ledger;
  private final LedgerReading reading;
  private final Consumer<LeaseProgress> progress;
  private final Outside outside = new Outside();
  private final List<String> violations = new ArrayList<>();
  private final Map<LeaseFigure, Long> figures = new EnumMap<>(LeaseFigure.class);
  private long atWorkSince;
  private long toldAt;

  /**
   * @param scratch an empty directory for everything but what is to be left
   */
  LeaseRun(Posix posix, LeaseRunRequest request, Path scratch, Consumer<LeaseProgress> progress) {
    this.posix = posix;
    this.request = request;
    this.scratch = scratch;
    Path place = request.directory() == null ? scratch : request.directory();
    this.table = place.resolve("table");
    this.ledger = place.resolve("ledger");
    this.reading = new LedgerReading(ledger);
    this.progress = progress;
  }

  LeaseRunResult run() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Files.createDirectory(
        table, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    List<FuseMount> mounts = mounts();
    List<Path> tables =
        mounts.isEmpty() ? List.of(table) : mounts.stream().map(FuseMount::mountPoint).toList();
    Shift shift = new Shift(request, tables, ledger, scratch, outside);
    KilledLocks locks = new KilledLocks(posix, RawPath.of(table.toString()));
    Disaster disaster = new Disaster(request, shift, mounts, locks);
    try {
      shift.begin();
      atWorkSince = System.nanoTime();
      chaos(shift, disaster);
      calm(shift, disaster, locks);
    } finally {
      disaster.end();
      shift.dismiss();
    }
    violations.addAll(shift.failures());
    disaster.figures().forEach((figure, count) -> figures.merge(figure, count, Long::sum));
    TableLook look = new TableLook(posix, request, RawPath.of(table.toString()));
    look.look();
    violations.addAll(look.violations());
    figures.put(LeaseFigure.SWEPT, (long) look.swept());
    reading.readOn();
    Evidence evidence = new Evidence(reading.lines(), shift.killed(), outside, look.ends());
    violations.addAll(new LeaseCheck(request, evidence).violations());
    return result(look.ends(), System.nanoTime() - begun);
  }

  private List<FuseMount> mounts() throws IOException {
    List<FuseMount> mounts = new ArrayList<>();
    if (request.mounts() == Mounts.BINDFS) {
      for (String name : List.of("mount-a", "mount-b")) {
        mounts.add(FuseMount.start(table, Files.createDirectory(scratch.resolve(name))));
      }
    }
    return mounts;
  }

  private void chaos(Shift shift, Disaster disaster) throws IOException, InterruptedException {
    long end = atWorkSince + TimeUnit.SECONDS.toNanos(request.seconds());
    while (System.nanoTime() < end && !shift.atWork().isEmpty()) {
      disaster.tick(System.nanoTime());
      tick(shift, disaster);
    }
    disaster.end();
  }

  /** Lets the coordinators come to their end. */
  private void calm(Shift shift, Disaster disaster, KilledLocks locks)
      throws IOException, InterruptedException {
    boolean blocked = request.protocol() == Protocol.MKDIR && request.chaos().contains(Chaos.KILL);
    if (blocked) {
      shift.enough();
    }
    await(shift, disaster);
    if (blocked && shift.atWork().isEmpty()) {
      // A coordinator that was killed right after its mkdir left a lock without a name to it.
      figures.merge(LeaseFigure.BROKEN_LOCKS, (long) locks.breakAll(), Long::sum);
      shift.begin();
      await(shift, disaster);
    }
    if (!shift.atWork().isEmpty()) {
      violations.add(
          shift.atWork().size()
              + " coordinators are not through, and nothing was done for "
              + STANDSTILL_SECONDS
              + " s");
    }
  }

  /** Waits for the end of all, as long as ids get done. */
  private void await(Shift shift, Disaster disaster) throws IOException {
    int done = reading.done();
    long movedAt = System.nanoTime();
    long limit = TimeUnit.SECONDS.toNanos(STANDSTILL_SECONDS);
    while (!shift.atWork().isEmpty() && System.nanoTime() - movedAt < limit) {
      tick(shift, disaster);
      if (reading.done() > done) {
        done = reading.done();
        movedAt = System.nanoTime();
      }
    }
  }

  private void tick(Shift shift, Disaster disaster) throws IOException {
    LockSupport.parkNanos(TICK_NANOS);
    shift.look();
    long now = System.nanoTime();
    if (now - toldAt >= TELL_NANOS) {
      toldAt = now;
      reading.readOn();
      progress.accept(
          new LeaseProgress(
              (int) TimeUnit.NANOSECONDS.toSeconds(now - atWorkSince),
              reading.done(),
              (int) disaster.count(LeaseFigure.KILLS),
              (int) (disaster.count(LeaseFigure.STOPS) + disaster.count(LeaseFigure.MOUNT_STOPS))));
    }
  }

  private LeaseRunResult result(Map<Integer, End> ends, long nanos) {
    Tally tally = new Tally(reading.lines());
    tally.figures().forEach((figure, count) -> figures.merge(figure, count, Long::sum));
    int told = Math.min(violations.size(), LeaseRunResult.TOLD_LIMIT);
    return new LeaseRunResult(
        request,
        (int) ends.values().stream().filter(End::isDone).count(),
        figures,
        tally.latencies(),
        violations.size(),
        violations.subList(0, told),
        nanos);
  }
}
