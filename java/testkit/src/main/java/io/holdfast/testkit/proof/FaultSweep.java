package io.holdfast.testkit.proof;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Runs a workload of one thread again and again, with the first, second, third … call of a kind
 * failing, until no call is hit; and compares what is found, what stays open and what a power cut
 * would leave with what was told.
 */
public final class FaultSweep {

  private static final long NAME_SEED = 5;

  /** More calls of one kind than a workload makes. */
  private static final int CALL_LIMIT = 10_000;

  /**
   * What is swept.
   *
   * @param workload what is done; of one thread
   * @param form how directories are made durable
   * @param storage gives fresh storage for each run
   * @param flaw stands between the verbs and the storage; the identity for none
   */
  public record Setting(
      Workload workload,
      BarrierForm form,
      Supplier<FaultyStorage> storage,
      UnaryOperator<Posix> flaw) {

    public Setting {
      if (workload.threads() * workload.processes() != 1) {
        throw new IllegalArgumentException("a workload of one thread, not " + workload);
      }
    }
  }

  /**
   * What was found.
   *
   * @param runs runs in which a call failed
   * @param violations one sentence each
   */
  public record Report(long runs, List<String> violations) {}

  private final Setting setting;
  private final List<String> violations = new ArrayList<>();
  private long runs;

  private FaultSweep(Setting setting) {
    this.setting = setting;
  }

  /** Sweeps every fault. */
  public static Report run(Setting setting, List<CallFault> faults) {
    FaultSweep sweep = new FaultSweep(setting);
    for (CallFault fault : faults) {
      int nth = 1;
      while (sweep.isHit(fault, nth)) {
        nth++;
        if (nth > CALL_LIMIT) {
          throw new AssertionError("no end of " + fault);
        }
      }
    }
    return new Report(sweep.runs, List.copyOf(sweep.violations));
  }

  private boolean isHit(CallFault fault, int nth) {
    try (FaultyStorage storage = setting.storage().get()) {
      Ledger ledger = new Ledger();
      prepare(storage, ledger);
      int descriptors = storage.openDescriptors();
      DurableOptions options = options();
      Durable durable = new Durable(setting.flaw().apply(storage.faulty()), options);
      try (Verbs verbs = open(storage, durable, ledger)) {
        storage.arm(fault, nth);
        setting.workload().run(0, verbs);
        storage.disarm();
      }
      if (!storage.struck()) {
        return false;
      }
      runs++;
      String run = setting.workload().id() + ", " + nth + ". " + fault + ": ";
      int open = storage.openDescriptors() - descriptors;
      if (open != 0) {
        violations.add(run + open + " descriptors stay open");
      }
      Map<String, String> found = Tree.read(storage.plain(), storage.root());
      ledger.contradictions(found).forEach(text -> violations.add(run + text));
      long leftovers = found.keySet().stream().filter(Ledger::isLeftover).count();
      long counted = durable.counters().snapshot().leftovers();
      if (leftovers > counted) {
        violations.add(run + leftovers + " names are left, " + counted + " were counted");
      }
      storage
          .contradictionsAfterPowerCut(
              (posix, root) -> ledger.contradictions(Tree.read(posix, root)))
          .forEach(text -> violations.add(run + "after a power cut: " + text));
      return true;
    } catch (PosixException e) {
      throw new AssertionError(e);
    }
  }

  private void prepare(FaultyStorage storage, Ledger ledger) throws PosixException {
    Posix plain = storage.plain();
    for (String directory : Workload.directories()) {
      byte[] path = storage.root().resolve(RawPath.of(directory)).bytes();
      PosixException.check(plain.mkdirat(Flags.AT_FDCWD, path, 0700), "mkdirat", path);
      Claim there = Claim.exactly(Map.of(directory, Content.DIRECTORY));
      ledger.declare(directory, directory::equals, there);
    }
    int fd = plain.openat(Flags.AT_FDCWD, storage.root().bytes(), Flags.O_RDONLY, 0);
    PosixException.check(plain.syncfs(fd), "syncfs");
    PosixException.check(plain.close(fd), "close");
    try (Verbs verbs = open(storage, new Durable(plain, options()), ledger)) {
      setting.workload().prepare(verbs, ledger);
    }
  }

  private static Verbs open(FaultyStorage storage, Durable durable, Ledger ledger)
      throws PosixException {
    return new Verbs(storage.plain(), storage.root(), durable, ledger, Workload.directories());
  }

  private DurableOptions options() {
    return DurableOptions.defaults()
        .withRandom(new SplittableRandom(NAME_SEED))
        .withFanOut(1)
        .withBarrierForm(setting.form());
  }
}
