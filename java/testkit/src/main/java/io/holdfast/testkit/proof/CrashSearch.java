package io.holdfast.testkit.proof;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.DelegatingPosix;
import io.holdfast.testkit.sim.CrashPoint;
import io.holdfast.testkit.sim.CrashState;
import io.holdfast.testkit.sim.NameLoss;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a workload on a simulated disk, cuts the power at every step and compares what may be left
 * with what was told. The same seed gives the same steps and the same states.
 */
public final class CrashSearch {

  private static final RawPath ROOT = RawPath.of("/d");

  /** Violations are kept up to here, and counted beyond. */
  private static final int VIOLATION_LIMIT = 20;

  /**
   * What is searched.
   *
   * @param workload what is done
   * @param seed chooses the order of steps and what a crash keeps
   * @param statesPerPoint most outcomes that are looked at for one crash
   * @param form how directories are made durable
   * @param storage what the disk can
   * @param loss which un-synced changes of names survive together
   * @param failingSync which fsync that reaches the disk fails with EIO, counted from 1; 0: none.
   *     What it covered never becomes durable, and later ones answer 0
   * @param flaw stands between the verbs and the storage; the identity for none
   */
  public record Setting(
      Workload workload,
      long seed,
      int statesPerPoint,
      BarrierForm form,
      SimCapabilities storage,
      NameLoss loss,
      int failingSync,
      UnaryOperator<Posix> flaw) {

    /** Storage that keeps its word, verbs as they are. */
    public static Setting of(Workload workload, long seed, int statesPerPoint) {
      return new Setting(
          workload,
          seed,
          statesPerPoint,
          BarrierForm.FSYNC,
          SimCapabilities.full(),
          NameLoss.DEPENDENT,
          0,
          UnaryOperator.identity());
    }

    public Setting withForm(BarrierForm changed) {
      return new Setting(workload, seed, statesPerPoint, changed, storage, loss, failingSync, flaw);
    }

    public Setting withStorage(SimCapabilities changed) {
      return new Setting(workload, seed, statesPerPoint, form, changed, loss, failingSync, flaw);
    }

    public Setting withLoss(NameLoss changed) {
      return new Setting(workload, seed, statesPerPoint, form, storage, changed, failingSync, flaw);
    }

    public Setting withFailingSync(int nth) {
      return new Setting(workload, seed, statesPerPoint, form, storage, loss, nth, flaw);
    }

    public Setting withFlaw(UnaryOperator<Posix> changed) {
      return new Setting(workload, seed, statesPerPoint, form, storage, loss, failingSync, changed);
    }
  }

  /**
   * A state that contradicts what was told.
   *
   * @param point the how-manieth moment, counted from 0
   * @param state the how-manieth outcome of a crash at it, counted from 0
   * @param choices what the crash kept
   * @param contradictions one sentence each
   */
  public record Violation(int point, int state, String choices, List<String> contradictions) {

    @Override
    public String toString() {
      return "point " + point + ", state " + state + ": " + contradictions + "; crash: " + choices;
    }
  }

  /**
   * What was found.
   *
   * @param points moments at which the power was cut
   * @param states outcomes that were compared
   * @param syncs fsync calls that reached the disk
   * @param violationCount all violations; the first of them are listed
   */
  public record Report(
      int points, long states, int syncs, long violationCount, List<Violation> violations) {}

  private final Setting setting;
  private final Ledger ledger = new Ledger();
  private final SimDisk disk;
  private final SplittableRandom random;
  private final AtomicInteger syncs = new AtomicInteger();
  private final List<Violation> violations = new ArrayList<>();
  private long violationCount;
  private long states;
  private int points;
  private long changesSeen = -1;
  private long versionSeen = -1;
  private @Nullable Integer onlyPoint;

  private CrashSearch(Setting setting) {
    this.setting = setting;
    this.disk = SimDisk.create(setting.storage());
    this.random = new SplittableRandom(setting.seed());
  }

  /** Searches everything. */
  public static Report run(Setting setting) {
    return new CrashSearch(setting).search();
  }

  /** Searches one moment of an earlier run. */
  public static Report run(Setting setting, int point) {
    CrashSearch search = new CrashSearch(setting);
    search.onlyPoint = point;
    return search.search();
  }

  private Report search() {
    List<Verbs> processes = new ArrayList<>();
    try {
      SimPosix plain = disk.newProcess();
      prepare(plain);
      Schedule schedule = new Schedule(random.nextLong());
      int threads = setting.workload().threads();
      for (int p = 0; p < setting.workload().processes(); p++) {
        SimPosix process = disk.newProcess();
        Posix verbs = setting.flaw().apply(schedule.gate(new FailingSync(process)));
        Verbs opened = open(process, verbs, optionsOn(schedule));
        processes.add(opened);
        for (int t = 0; t < threads; t++) {
          int thread = p * threads + t;
          schedule.start(() -> setting.workload().run(thread, opened));
        }
      }
      schedule.run(this::step);
      return new Report(points, states, syncs.get(), violationCount, List.copyOf(violations));
    } catch (PosixException e) {
      throw new AssertionError(e);
    } finally {
      processes.forEach(Verbs::close);
    }
  }

  private void prepare(SimPosix plain) throws PosixException {
    for (String path : List.of("/d", "/d/a", "/d/b")) {
      byte[] raw = RawPath.of(path).bytes();
      PosixException.check(plain.mkdirat(Flags.AT_FDCWD, raw, 0700), "mkdirat", raw);
    }
    for (String directory : Workload.directories()) {
      Claim there = Claim.exactly(Map.of(directory, Content.DIRECTORY));
      ledger.declare(directory, directory::equals, there);
    }
    try (Verbs verbs = open(plain, plain, options())) {
      int root = plain.openat(Flags.AT_FDCWD, RawPath.of("/").bytes(), Flags.O_RDONLY, 0);
      PosixException.check(plain.syncfs(root), "syncfs");
      PosixException.check(plain.close(root), "close");
      setting.workload().prepare(verbs, ledger);
    }
  }

  private Verbs open(SimPosix plain, Posix verbs, DurableOptions options) throws PosixException {
    return new Verbs(plain, ROOT, new Durable(verbs, options), ledger, Workload.directories());
  }

  private DurableOptions options() {
    return DurableOptions.defaults()
        .withRandom(random.split())
        .withFanOut(3)
        .withBarrierForm(setting.form())
        .withExecutor(Runnable::run);
  }

  private DurableOptions optionsOn(Schedule schedule) {
    return options().withExecutor(schedule::start);
  }

  /** While every thread stands still: a moment at which the power may go. */
  private void step() {
    if (disk.changes() == changesSeen && ledger.version() == versionSeen) {
      return;
    }
    changesSeen = disk.changes();
    versionSeen = ledger.version();
    int point = points++;
    if (onlyPoint == null || onlyPoint == point) {
      cutPower(point);
    }
  }

  private void cutPower(int point) {
    CrashPoint moment = disk.crashPoint().under(setting.loss());
    long choice = setting.seed() * 1_000_003 + point;
    Iterator<CrashState> outcomes = moment.states(setting.statesPerPoint(), choice).iterator();
    for (int state = 0; outcomes.hasNext(); state++) {
      CrashState outcome = outcomes.next();
      states++;
      List<String> contradictions =
          ledger.contradictions(Tree.read(outcome.disk().newProcess(), ROOT));
      if (!contradictions.isEmpty() && ++violationCount <= VIOLATION_LIMIT) {
        violations.add(new Violation(point, state, outcome.toString(), contradictions));
      }
    }
  }

  /**
   * A journal whose write failed takes no further change; data that could not be written is lost
   * for its file alone.
   */
  private final class FailingSync extends DelegatingPosix {

    FailingSync(Posix delegate) {
      super(delegate);
    }

    @Override
    public int fsync(int fd) {
      if (syncs.incrementAndGet() != setting.failingSync()) {
        return delegate().fsync(fd);
      }
      disk.failNextSync(Errno.EIO);
      int result = delegate().fsync(fd);
      if (isDirectory(fd)) {
        disk.reconfigure(disk.capabilities().withReadOnly(true));
      }
      return result;
    }

    private boolean isDirectory(int fd) {
      long[] slots = new long[FileStat.SLOTS];
      return delegate().fstat(fd, slots) == 0 && FileStat.of(slots).isDirectory();
    }
  }
}
