package io.holdfast.lab.crash;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.RigException;
import io.holdfast.lab.crash.EioResult.Falsehood;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * Several processes replace names in one directory while their disk fails one write or one flush.
 * After that the disk is well again and the file system mounted anew: whatever was acknowledged
 * must be there. Inside of the lab's namespaces; used by one thread.
 */
final class EioTrials {

  /** Between a rename and the barrier after it: time for the barrier of another to fail. */
  private static final String PAUSE_MICROS = "4000";

  private static final int ROUNDS = 40;
  private static final int FIRST_WRITE = 50;
  private static final int WRITES_RANGE = 250;
  private static final int FLUSH_EVERY = 3;

  private final Posix posix;
  private final Path scratch;
  private final EioRequest request;
  private final List<Falsehood> falsehoods = new ArrayList<>();
  private int trials;
  private int struck;
  private long acknowledged;
  private long refused;
  private long unknown;
  private int falseTrials;

  EioTrials(Posix posix, Path scratch, EioRequest request) {
    this.posix = posix;
    this.scratch = scratch;
    this.request = request;
  }

  /**
   * Makes the trials of the request.
   *
   * @param progress told after each how many were made
   */
  EioResult run(IntConsumer progress) throws IOException {
    long begun = System.nanoTime();
    List<String> options = new ArrayList<>(List.of("--pause-micros", PAUSE_MICROS));
    if (request.mutant() != null) {
      options.addAll(List.of("--mutant", request.mutant()));
    }
    try (Workers workers = Workers.start(WorkloadRun.WRITERS, options)) {
      while (trials < request.trials() && !(request.untilFound() && falseTrials > 0)) {
        Optional<String> falsehood = trial(workers);
        if (falsehood.isPresent()) {
          falseTrials++;
          if (falsehoods.size() < EioResult.FALSEHOODS_TOLD) {
            falsehoods.add(new Falsehood(trials, falsehood.get()));
          }
        }
        trials++;
        progress.accept(trials);
      }
    }
    return new EioResult(
        request.fileSystem(),
        request.seed(),
        request.mutant(),
        trials,
        struck,
        acknowledged,
        refused,
        unknown,
        falseTrials,
        falsehoods,
        System.nanoTime() - begun);
  }

  private Optional<String> trial(Workers workers) throws IOException {
    String name = LabNamespace.markedName("trial-" + trials);
    Path site = Files.createDirectory(scratch.resolve(name));
    Path marks = site.resolve("marks");
    long seed = request.seed() + trials;
    try (CrashGround ground = CrashGround.raise(request.fileSystem(), site, Path.of("/dev/null"))) {
      makeShards(ground);
      ground.command(fault(new Random(seed)));
      RawPath said = RawPath.of(marks.toString());
      workers.work(ground.directory(), "file", said, seed, ROUNDS);
      for (Workers.Tally tally : workers.await()) {
        acknowledged += tally.acknowledged();
        refused += tally.refused();
        unknown += tally.unknown();
      }
      struck += ground.failures() > 0 ? 1 : 0;
      ground.command("heal");
      ground.remount();
      Ledger ledger = new Ledger();
      Files.readAllLines(marks).forEach(ledger::note);
      Remains remains = new MountedRemains(posix, ground.directory().toString());
      Optional<String> broken = new CrashCheck(new Content(seed), true).violation(ledger, remains);
      ground.lower();
      return broken;
    }
  }

  private void makeShards(CrashGround ground) throws IOException {
    try (Durable durable = new Durable(posix, DurableOptions.defaults())) {
      Shards.make(posix, durable, ground.root());
      Shards.syncFileSystem(posix, ground.root());
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      throw new RigException("the directories could not be made: " + e.getMessage(), e);
    }
  }

  /** One write fails, data's or journal's as it comes; in every third trial one flush. */
  private static String fault(Random random) {
    boolean flush = random.nextInt(FLUSH_EVERY) == 0;
    int after = FIRST_WRITE + random.nextInt(WRITES_RANGE);
    return (flush ? "fail-flushes " : "fail-writes ") + after + " 1";
  }
}
