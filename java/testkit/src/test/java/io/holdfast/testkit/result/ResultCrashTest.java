package io.holdfast.testkit.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.result.ResultManifest;
import io.holdfast.testkit.decorator.DelegatingPosix;
import io.holdfast.testkit.decorator.SteppedPosix;
import io.holdfast.testkit.mutant.Mutant;
import io.holdfast.testkit.proof.Tree;
import io.holdfast.testkit.sim.CrashPolicy;
import io.holdfast.testkit.sim.CrashRecorder;
import io.holdfast.testkit.sim.NameLoss;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The power is cut at every change that a worker and two publishers make, one of which is frozen at
 * each of its steps while the other does everything. What was sealed can be published, what was
 * published is there, and each of the mistakes that this rests on is found.
 */
class ResultCrashTest {

  private static final RawPath ROOT = RawPath.of("/d");
  private static final long SEED = Long.getLong("holdfast.proof.seed", 20_261_130L);
  private static final int STATES_PER_MOMENT = 8;
  private static final int STEP_LIMIT = 10_000;

  /** Which stages the frozen publisher and the other one have. */
  private enum Stages {
    /** Both publish one result. */
    ONE,
    /** Each has a result of its own; one content is in both. */
    TWO_THAT_SHARE
  }

  /**
   * Mistakes in front of the storage.
   *
   * @param worker of whoever seals
   * @param publisher of whoever publishes
   */
  private record Flaws(UnaryOperator<Posix> worker, UnaryOperator<Posix> publisher) {

    static Flaws none() {
      return new Flaws(UnaryOperator.identity(), UnaryOperator.identity());
    }
  }

  /** One run with one order of steps, recorded. */
  private static final class Run {

    private final SimDisk disk = SimDisk.create(SimCapabilities.full());
    private final Flaws flaws;
    private final CrashRecorder recorder;
    private final Map<String, ResultManifest> sealed = new LinkedHashMap<>();
    private final Map<String, String> contents =
        ResultArena.contents("one", "two", "of a alone", "of b alone");
    private boolean isFrozen;
    private int momentsBefore;
    private int steps;

    Run(Flaws flaws) {
      this.flaws = flaws;
      SimPosix process = disk.newProcess();
      assertThat(process.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
      int fd = process.openat(Flags.AT_FDCWD, ROOT.bytes(), Flags.O_RDONLY, 0);
      assertThat(process.syncfs(fd)).isZero();
      assertThat(process.close(fd)).isZero();
      recorder = new CrashRecorder(process);
    }

    /** Freezes the first publisher at a step; false when it had fewer. */
    boolean go(Stages stages, int frozenAt) throws Exception {
      seal("a", stages == Stages.ONE ? "one" : "of a alone", "two");
      if (stages == Stages.TWO_THAT_SHARE) {
        seal("b", "of b alone", "two");
      }
      String other = stages == Stages.ONE ? "a" : "b";
      Posix stepped = new SteppedPosix(recorder, () -> step(frozenAt, other));
      publish("a", stepped);
      return steps >= frozenAt;
    }

    private void step(int frozenAt, String other) {
      if (!isFrozen && ++steps == frozenAt) {
        isFrozen = true;
        momentsBefore = recorder.moments().size();
        try {
          publish(other, recorder);
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    }

    private void seal(String result, String... contents) throws Exception {
      try (Party worker = party(flaws.worker().apply(recorder))) {
        sealed.put(result, worker.seal(contents));
      }
      recorder.mark("sealed " + result);
    }

    private void publish(String result, Posix posix) throws Exception {
      try (Party publisher = party(flaws.publisher().apply(posix))) {
        publisher.publish(sealed.get(result));
      }
      recorder.mark("published " + result);
    }

    /**
     * What contradicts what was told, or keeps the next one from going on. Before the first
     * publisher freezes every run is as the one in which it never does.
     */
    List<String> contradictions() {
      return recorder
          .outcomes(NameLoss.DEPENDENT, STATES_PER_MOMENT, SEED)
          .filter(outcome -> outcome.moment().place() >= momentsBefore)
          .map(this::contradiction)
          .filter(text -> !text.isEmpty())
          .toList();
    }

    private String contradiction(CrashRecorder.Outcome outcome) {
      Map<String, String> before = published(outcome.disk());
      if (!contents.entrySet().containsAll(before.entrySet())) {
        return outcome + ": another content under a public name: " + before;
      }
      for (Map.Entry<String, ResultManifest> result : sealed.entrySet()) {
        List<String> names = names(result.getValue());
        if (outcome.marked("published " + result.getKey()) && !before.keySet().containsAll(names)) {
          return outcome + ": published " + result.getKey() + " is not there";
        }
        if (outcome.marked("sealed " + result.getKey())) {
          SimDisk copy = outcome.disk().crash(CrashPolicy.all());
          String trouble = replay(copy, result.getValue());
          if (!trouble.isEmpty()) {
            return outcome + ": sealed " + result.getKey() + ": " + trouble;
          }
        }
      }
      return "";
    }

    /** Publishes it alone; then it is there for ever, and stages that nobody needs can go. */
    private static String replay(SimDisk disk, ResultManifest manifest) {
      try (Party next = party(disk.newProcess())) {
        next.publish(manifest);
        var swept = next.sweep((stage, origin) -> Optional.empty());
        if (!swept.kept().isEmpty()) {
          return "stages stay: " + swept;
        }
      } catch (Exception e) {
        return e.toString();
      }
      Map<String, String> after = published(disk.crash(CrashPolicy.none()));
      return after.keySet().containsAll(names(manifest)) ? "" : "its replay is not there";
    }

    private static List<String> names(ResultManifest manifest) {
      return manifest.hashes().stream().map(Object::toString).toList();
    }

    private static Map<String, String> published(SimDisk disk) {
      return Tree.read(disk.newProcess(), ROOT.resolve(RawPath.of(Party.PUBLIC)));
    }
  }

  private static Party party(Posix posix) throws Exception {
    return new Party(
        posix,
        ROOT,
        DurableOptions.defaults()
            .withBarrierForm(BarrierForm.FSYNC)
            .withFanOut(1)
            .withRandom(new SplittableRandom(SEED)));
  }

  /**
   * Freezes the first publisher before each of its calls, in one run after the other, until a
   * contradiction is found that tells of something. Right behind a call is right before the next.
   */
  private static List<String> search(Stages stages, Flaws flaws, String of) throws Exception {
    List<String> found = new ArrayList<>();
    int step = 1;
    for (boolean more = true; more && found.isEmpty(); step += 2) {
      Run run = new Run(flaws);
      more = run.go(stages, step);
      run.contradictions().stream().filter(text -> text.contains(of)).forEach(found::add);
      assertThat(step).isLessThan(STEP_LIMIT);
    }
    if (found.isEmpty()) {
      System.out.printf(
          "results, %s: a publisher frozen before each of %d calls, seed %d%n",
          stages, step / 2 - 1, SEED);
    }
    return found;
  }

  @Test
  void onePublishedResultIsThereAfterEveryCrash() throws Exception {
    assertThat(search(Stages.ONE, Flaws.none(), "")).isEmpty();
  }

  @Test
  void twoResultsThatShareAContentAreThereAfterEveryCrash() throws Exception {
    assertThat(search(Stages.TWO_THAT_SHARE, Flaws.none(), "")).isEmpty();
  }

  private static List<String> undisturbed(Flaws flaws) throws Exception {
    Run run = new Run(flaws);
    run.go(Stages.ONE, STEP_LIMIT);
    return run.contradictions();
  }

  @Test
  void manifestBeforeTheContentBarrierIsCaught() throws Exception {
    Flaws flaws = new Flaws(Mutant.NO_FILE_FSYNC::applyTo, UnaryOperator.identity());

    assertThat(undisturbed(flaws)).isNotEmpty();
  }

  @Test
  void manifestBeforeTheDirectoryBarrierIsCaught() throws Exception {
    Flaws flaws = new Flaws(Mutant.NO_DIRECTORY_FSYNC::applyTo, UnaryOperator.identity());

    assertThat(undisturbed(flaws)).isNotEmpty();
  }

  @Test
  void acknowledgementBeforeThePublicBarrierIsCaught() throws Exception {
    Flaws flaws = new Flaws(UnaryOperator.identity(), Mutant.NO_DIRECTORY_FSYNC::applyTo);

    assertThat(undisturbed(flaws)).isNotEmpty();
  }

  /** A barrier comes, but late: only what another publisher has not made durable is at stake. */
  @Test
  void stageRemovedBeforeThePublicBarrierIsCaught() throws Exception {
    Flaws flaws = new Flaws(UnaryOperator.identity(), LatePublicBarrier::new);

    assertThat(search(Stages.TWO_THAT_SHARE, flaws, "ResultMissingException")).isNotEmpty();
  }

  /** Makes the barrier of the publication root only when the stage is gone. */
  private static final class LatePublicBarrier extends DelegatingPosix {

    private int publicRoot = -1;
    private boolean due;

    LatePublicBarrier(Posix delegate) {
      super(delegate);
    }

    @Override
    public int openat(int dirfd, byte[] path, int flags, int mode) {
      int fd = super.openat(dirfd, path, flags, mode);
      if (RawPath.of(path).toString().equals(Party.PUBLIC)) {
        publicRoot = fd;
      }
      return fd;
    }

    @Override
    public int renameat2(int oldDir, byte[] oldPath, int newDir, byte[] newPath, int flags) {
      due = true;
      return super.renameat2(oldDir, oldPath, newDir, newPath, flags);
    }

    @Override
    public int fsync(int fd) {
      if (fd == publicRoot && due) {
        return 0;
      }
      return super.fsync(fd);
    }

    @Override
    public int unlinkat(int dirfd, byte[] path, int flags) {
      int result = super.unlinkat(dirfd, path, flags);
      if (result == 0 && flags == Flags.AT_REMOVEDIR && due) {
        due = false;
        return super.fsync(publicRoot);
      }
      return result;
    }
  }
}
