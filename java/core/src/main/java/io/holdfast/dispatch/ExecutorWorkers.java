package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Workers in this process, on threads of the caller's. A worker that is told to stop is interrupted
 * and has left its work when its task returns; what it returns then is no result.
 */
public final class ExecutorWorkers implements Workers {

  /** Most workers. */
  public static final int LIMIT = 65_536;

  /** What workers do. */
  @FunctionalInterface
  public interface Task {

    /**
     * Does the work; what is to be published must be durable where the manifest says.
     *
     * @return the manifest
     * @throws Exception the work has come to nothing
     */
    JsonObject run(Assignment assignment) throws Exception;
  }

  private final ExecutorService executor;
  private final Task task;
  private final SortedSet<Integer> idle = new TreeSet<>();
  private final Map<Integer, Run> running = new HashMap<>();
  private final Queue<Report> reports = new ConcurrentLinkedQueue<>();

  /**
   * Begins with all of them idle.
   *
   * @param executor with a thread for each worker; the caller ends it
   * @param count workers are numbered from 1 to this
   */
  public ExecutorWorkers(ExecutorService executor, int count, Task task) {
    if (count < 1 || count > LIMIT) {
      throw new IllegalArgumentException("1 to " + LIMIT + " workers, not " + count);
    }
    this.executor = executor;
    this.task = task;
    for (int worker = 1; worker <= count; worker++) {
      idle.add(worker);
    }
  }

  @Override
  public SortedSet<Integer> idle() {
    return new TreeSet<>(idle);
  }

  @Override
  public void send(int worker, Assignment assignment) {
    if (!idle.contains(worker)) {
      throw new IllegalArgumentException("worker " + worker + " is not idle");
    }
    Run run = new Run(worker, assignment);
    run.future = executor.submit(run);
    running.put(worker, run);
    idle.remove(worker);
  }

  @Override
  public void stop(int worker) {
    Run run = running.get(worker);
    if (run != null) {
      run.stop();
    }
  }

  @Override
  public Optional<Report> poll() {
    Optional<Report> report = Optional.ofNullable(reports.poll());
    report.ifPresent(
        each -> {
          running.remove(each.worker());
          idle.add(each.worker());
        });
    return report;
  }

  /** One assignment. Whether it has begun or was stopped before is decided once. */
  private final class Run implements Runnable {

    private final int worker;
    private final Assignment assignment;
    private final AtomicBoolean taken = new AtomicBoolean();
    private @Nullable Future<?> future;

    private Run(int worker, Assignment assignment) {
      this.worker = worker;
      this.assignment = assignment;
    }

    @Override
    public void run() {
      if (!taken.compareAndSet(false, true)) {
        return;
      }
      Report report;
      try {
        report = new Report.Result(worker, assignment.id(), task.run(assignment));
      } catch (Exception e) {
        report = failed(String.valueOf(e));
      }
      reports.add(Thread.interrupted() ? failed("it was told to stop") : report);
    }

    private void stop() {
      if (taken.compareAndSet(false, true)) {
        reports.add(failed("it was told to stop before it began"));
      }
      if (future != null) {
        future.cancel(true);
      }
    }

    private Report failed(String reason) {
      return new Report.Failed(worker, assignment.id(), reason);
    }
  }
}
