package io.holdfast.campaign.crew;

import io.holdfast.clock.NanoClock;
import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Workers that are processes of their own. Each ends when its standard input does, which is when
 * this process has gone, whatever ended it. One that goes by itself is started again, a bounded
 * number of times.
 *
 * <p>One thread; beside it one for each worker, which waits for its words.
 */
final class ProcessCrew implements Crew {

  /** How often workers are started again, all together. */
  static final int RESTART_LIMIT = 1000;

  private final CrewTask task;
  private final NanoClock clock;
  private final Map<Integer, Process> processes = new TreeMap<>();
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private final Queue<Report> reports = new ArrayDeque<>();
  private final Roll roll = new Roll();
  private int restarts;
  private boolean ending;

  /**
   * @param word null: the worker has gone
   */
  private record Heard(int worker, Process from, @Nullable Word word) {}

  private ProcessCrew(CrewTask task, NanoClock clock) {
    this.task = task;
    this.clock = clock;
  }

  /** Starts all of them; none is waited for. */
  static ProcessCrew start(CrewTask task, NanoClock clock) throws IOException {
    ProcessCrew crew = new ProcessCrew(task, clock);
    try {
      for (int worker = 1; worker <= task.workers(); worker++) {
        crew.start(worker);
      }
      return crew;
    } catch (IOException e) {
      crew.close();
      throw e;
    }
  }

  private void start(int worker) throws IOException {
    Process process =
        new ProcessBuilder(Program.java(WorkerMain.class, task.wordsOfWorker(worker)))
            .redirectError(Redirect.INHERIT)
            .start();
    processes.put(worker, process);
    Thread thread = new Thread(() -> listen(worker, process), "campaign-worker-" + worker);
    thread.setDaemon(true);
    thread.start();
  }

  private void listen(int worker, Process process) {
    try (BufferedReader words = process.inputReader(StandardCharsets.US_ASCII)) {
      for (String line = words.readLine(); line != null; line = words.readLine()) {
        heard.add(new Heard(worker, process, Word.of(line.getBytes(StandardCharsets.US_ASCII))));
      }
    } catch (IOException e) {
      process.destroyForcibly();
    }
    heard.add(new Heard(worker, process, null));
  }

  @Override
  public int size() {
    return task.workers();
  }

  @Override
  public SortedSet<Integer> idle() {
    return roll.idle();
  }

  @Override
  public void send(int worker, Assignment assignment) throws IOException {
    tell(worker, new Order.Work(assignment));
    roll.sent(worker);
  }

  @Override
  public void stop(int worker) {
    try {
      tell(worker, new Order.Stop());
    } catch (IOException e) {
      // It has gone, which is reported.
    }
  }

  private void tell(int worker, Order order) throws IOException {
    Process process = processes.get(worker);
    if (process == null) {
      throw new IOException("worker " + worker + " has gone");
    }
    OutputStream orders = process.getOutputStream();
    orders.write(order.toBytes());
    orders.write('\n');
    orders.flush();
  }

  @Override
  public Optional<Report> poll() throws IOException {
    for (Heard next = heard.poll(); next != null; next = heard.poll()) {
      take(next);
    }
    return Optional.ofNullable(reports.poll());
  }

  private void take(Heard next) throws IOException {
    if (next.word() != null) {
      roll.take(next.worker(), next.word()).ifPresent(reports::add);
      return;
    }
    roll.gone(next.worker());
    processes.remove(next.worker(), next.from());
    if (!ending) {
      reports.add(new Report.Gone(next.worker(), "its process has ended"));
      if (restarts++ < RESTART_LIMIT) {
        start(next.worker());
      }
    }
  }

  @Override
  public int end(long nanos) {
    ending = true;
    long deadline = clock.nanoTime() + nanos;
    for (int worker : Map.copyOf(processes).keySet()) {
      try {
        tell(worker, new Order.End());
      } catch (IOException e) {
        // It has gone and will not answer.
      }
    }
    try {
      while (!processes.isEmpty()) {
        Heard next = heard.poll(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          break;
        }
        take(next);
      }
    } catch (IOException e) {
      throw new IllegalStateException("nobody is started at the end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return roll.ended();
  }

  @Override
  public void close() {
    ending = true;
    processes.values().forEach(Process::destroyForcibly);
  }
}
