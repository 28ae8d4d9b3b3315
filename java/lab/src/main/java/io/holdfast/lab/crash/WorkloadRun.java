package io.holdfast.lab.crash;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lab.crash.CrashWorkload.Task;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Runs the workloads of one process. An error ends the run: nothing fails on these disks. */
final class WorkloadRun implements AutoCloseable {

  static final int WRITERS = 4;

  private static final int PUBLISHERS = 2;
  private static final int BATCHES_PER_REPLACE = 3;

  private final Durable durable;
  private final Shards shards;
  private final Task task;

  WorkloadRun(Posix posix, DurableOptions options, Task task) throws PosixException {
    this.durable = new Durable(posix, options.withRandom(new Random(task.seed())));
    this.shards = Shards.open(posix, task.directory());
    this.task = task;
  }

  /** Does what a workload does; one of several processes is a {@link WorkerMain}. */
  void run(CrashWorkload workload)
      throws IOException,
          PosixException,
          DurabilityUnknownException,
          PoisonedException,
          InterruptedException {
    switch (workload) {
      case REPLACE -> replace(names("a/r", 6), task.rounds());
      case PUBLISH -> together(PUBLISHERS, this::publishAll);
      case GROUP -> together(WRITERS, this::replaceTogether);
      case REMOVE -> toggle(names("a/d", 4));
      case PROCESSES, LEASES, TARGETS, FLOCK_LEASES, FLOCK_TARGETS ->
          throw new IllegalArgumentException("not run here: " + workload);
    }
  }

  private void replace(List<String> names, int rounds)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Writer writer = writer(0);
    for (int i = 0; i < rounds; i++) {
      writer.replace(writer.any(names));
    }
  }

  private void toggle(List<String> names)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Writer writer = writer(0);
    for (int i = 0; i < task.rounds(); i++) {
      writer.toggle(writer.any(names));
    }
  }

  private Void publishAll(int thread)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Writer writer = writer(thread);
    for (String name : names("a/p", task.rounds() / PUBLISHERS)) {
      writer.publish(name, 1 + thread);
    }
    return null;
  }

  private Void replaceTogether(int thread)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Writer writer = writer(thread);
    List<String> names = new ArrayList<>(names("a/g" + thread + "-", 2));
    names.addAll(names("b/g" + thread + "-", 2));
    for (int i = 0; i < task.rounds() / WRITERS; i++) {
      if (i % BATCHES_PER_REPLACE == 0) {
        writer.replace(writer.any(names));
      } else {
        writer.replaceTogether(names);
      }
    }
    return null;
  }

  private Writer writer(int thread) {
    return new Writer(durable, shards, task.marks(), task.content(), task.seed() + thread);
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** A share of the work for one thread. */
  interface Share {
    Void take(int thread) throws Exception;
  }

  static void together(int threads, Share share) throws IOException, InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Void>> shares =
          IntStream.range(0, threads)
              .<Callable<Void>>mapToObj(thread -> () -> share.take(thread))
              .toList();
      for (Future<Void> done : executor.invokeAll(shares)) {
        done.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a thread of the workload failed", e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  @Override
  public void close() {
    shards.close();
    durable.close();
  }
}
