package io.holdfast.lab.crash;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.RigException;
import io.holdfast.posix.RawPath;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Processes that all replace names in one directory, run after run. Used by one thread. */
final class Workers implements AutoCloseable {

  /**
   * How a run ended for one process.
   *
   * @param acknowledged how many replaces were promised
   * @param refused how many failed and had changed nothing
   * @param unknown how many failed with an unknown outcome: 0 or 1
   * @param firstError what the first failure said, empty without one
   */
  record Tally(int acknowledged, int refused, int unknown, String firstError) {

    String line() {
      return acknowledged + "\t" + refused + "\t" + unknown + "\t" + firstError;
    }

    static Tally ofLine(String line) throws IOException {
      String[] fields = line.split("\t", 4);
      try {
        return new Tally(
            Integer.parseInt(fields[0]),
            Integer.parseInt(fields[1]),
            Integer.parseInt(fields[2]),
            fields[3]);
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw new RigException("not an answer of a worker: " + line, e);
      }
    }
  }

  private record Worker(Process process, BufferedWriter commands, BufferedReader answers) {}

  private final List<Worker> workers = new ArrayList<>();

  private Workers() {}

  /** Starts some processes with the same options of {@link WorkerMain}. */
  static Workers start(int count, List<String> options) throws IOException {
    Workers started = new Workers();
    for (int i = 0; i < count; i++) {
      Process process =
          new ProcessBuilder(LabNamespace.java(WorkerMain.class, options))
              .redirectError(Redirect.INHERIT)
              .start();
      started.workers.add(
          new Worker(
              process,
              process.outputWriter(StandardCharsets.UTF_8),
              process.inputReader(StandardCharsets.UTF_8)));
    }
    return started;
  }

  /**
   * Begins a run in every process.
   *
   * @param marksKind "log" or "file": what {@code marks} is
   */
  void work(RawPath directory, String marksKind, RawPath marks, long seed, int rounds)
      throws IOException {
    for (int i = 0; i < workers.size(); i++) {
      BufferedWriter commands = workers.get(i).commands();
      commands.write(
          String.join(
              "\t",
              directory.hex(),
              marksKind,
              marks.hex(),
              Long.toString(seed),
              Integer.toString(rounds),
              Integer.toString(i)));
      commands.newLine();
      commands.flush();
    }
  }

  /** Waits for the end of the run in every process. */
  List<Tally> await() throws IOException {
    List<Tally> tallies = new ArrayList<>();
    for (Worker worker : workers) {
      String answer = worker.answers().readLine();
      if (answer == null) {
        throw new RigException("a worker ended");
      }
      tallies.add(Tally.ofLine(answer));
    }
    return tallies;
  }

  @Override
  public void close() {
    workers.forEach(worker -> worker.process().destroyForcibly());
  }
}
