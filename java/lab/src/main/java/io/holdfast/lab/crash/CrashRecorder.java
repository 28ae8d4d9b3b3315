package io.holdfast.lab.crash;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lab.RigException;
import io.holdfast.lab.crash.CrashWorkload.Task;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.mutant.Mutant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs workloads of this JVM, and of processes that it starts, on recorded file systems. Inside of
 * the lab's namespaces; used by one thread.
 */
final class CrashRecorder {

  /** Wide enough for a rename to fall into a barrier that is under way. */
  private static final int SHARED_FLUSH_MICROS = 1500;

  private static final int FEWEST_ROUNDS = 60;
  private static final int MOST_ROUNDS = 1000;
  private static final int STATES_PER_ROUND = 6;

  /** More than a round has crash points there, so that each of them is looked at. */
  private static final int STATES_PER_ROUND_IN_MEMORY = 24;

  private final Posix posix;
  private final Posix tested;
  private final CrashRequest request;

  CrashRecorder(Posix posix, CrashRequest request) {
    this.posix = posix;
    this.tested = mutated(posix, request.mutant());
    this.request = request;
  }

  /** A Posix with a mistake, or without. */
  static Posix mutated(Posix posix, @Nullable String mutant) {
    return Optional.ofNullable(mutant)
        .flatMap(Mutant::withId)
        .map(found -> found.applyTo(posix))
        .orElse(posix);
  }

  /**
   * Records a workload.
   *
   * @param site an empty directory
   */
  void record(CrashFileSystem type, CrashWorkload workload, Path site, Path log)
      throws IOException {
    try (CrashGround ground = CrashGround.raise(type, site, log)) {
      if (type.isOnDisk() && workload == CrashWorkload.GROUP) {
        ground.command("delay-flushes " + SHARED_FLUSH_MICROS);
      }
      work(type, workload, ground);
      ground.lower();
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      throw new RigException("the workload failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("the workload was interrupted", e);
    }
  }

  private void work(CrashFileSystem type, CrashWorkload workload, CrashGround ground)
      throws IOException,
          PosixException,
          DurabilityUnknownException,
          PoisonedException,
          InterruptedException {
    DurableOptions options = options(type);
    try (Durable durable = new Durable(posix, options)) {
      Shards.make(posix, durable, ground.root());
    }
    Shards.syncFileSystem(posix, ground.root());
    try (Marks marks = Marks.intoLog(posix, ground.control())) {
      marks.say(Marks.BEGIN);
      Content content = new Content(request.seed());
      Task task = new Task(ground.directory(), marks, content, request.seed(), rounds(type));
      if (workload.table().isPresent()) {
        new LeaseWorkload(tested, options, task, workload.table().get()).run();
      } else if (workload == CrashWorkload.PROCESSES) {
        replaceInProcesses(ground, rounds(type) / WorkloadRun.WRITERS);
      } else {
        try (WorkloadRun run = new WorkloadRun(tested, options, task)) {
          run.run(workload);
        }
      }
      marks.say(Marks.END);
    }
  }

  private void replaceInProcesses(CrashGround ground, int rounds) throws IOException {
    List<String> mutant =
        request.mutant() == null ? List.of() : List.of("--mutant", request.mutant());
    try (Workers workers = Workers.start(WorkloadRun.WRITERS, mutant)) {
      workers.work(ground.directory(), "log", ground.control(), request.seed(), rounds);
      for (Workers.Tally tally : workers.await()) {
        if (!tally.firstError().isEmpty()) {
          throw new RigException("a process of the workload failed: " + tally.firstError());
        }
      }
    }
  }

  /** On the strict file system the barrier is fsync alone: it promises that this is enough. */
  private static DurableOptions options(CrashFileSystem type) {
    DurableOptions options = DurableOptions.defaults();
    return type.isOnDisk() ? options : options.withBarrierForm(BarrierForm.FSYNC);
  }

  /** Enough for the states that are asked for, and not so many that the record is in the way. */
  private int rounds(CrashFileSystem type) {
    int statesPerRound = type.isOnDisk() ? STATES_PER_ROUND : STATES_PER_ROUND_IN_MEMORY;
    return Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, request.states() / statesPerRound));
  }
}
