package io.holdfast.campaign;

import io.holdfast.campaign.crew.CoordinatorEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of a campaign as the campaign sees it: a coordinator, or the mpirun of a job in which
 * all of them are. It ends when this process does.
 */
final class CoordinatorProcess {

  private static final long DEATH_SECONDS = 20;

  private final int number;
  private final String name;
  private final int coordinators;
  private final boolean job;
  private final Process process;
  private volatile String lastWords = "";

  private CoordinatorProcess(
      int number, String name, int coordinators, boolean job, Process process) {
    this.number = number;
    this.name = name;
    this.coordinators = coordinators;
    this.job = job;
    this.process = process;
  }

  /** Starts a coordinator, with a thread that listens to its complaints. */
  static CoordinatorProcess start(int number, List<String> command) throws IOException {
    return new CoordinatorProcess(number, "coordinator " + number, 1, false, begun(command))
        .listenedTo();
  }

  /** Starts a job with all coordinators, with a thread that listens to its complaints. */
  static CoordinatorProcess startJob(int coordinators, List<String> command) throws IOException {
    return new CoordinatorProcess(
            0, "a coordinator of the MPI job", coordinators, true, begun(command))
        .listenedTo();
  }

  private static Process begun(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).start();
  }

  private CoordinatorProcess listenedTo() {
    Thread thread = new Thread(this::listen, "campaign-coordinator-" + number);
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void listen() {
    try (BufferedReader complaints = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = complaints.readLine(); line != null; line = complaints.readLine()) {
        // Lines of a stack trace tell where, the one before them what.
        if (!line.isBlank() && !line.startsWith("\t")) {
          lastWords = line;
        }
      }
    } catch (IOException e) {
      // What it has said so far is what there is.
    }
  }

  int number() {
    return number;
  }

  /** For people. */
  String name() {
    return name;
  }

  /** How many coordinators end with it. */
  int coordinators() {
    return coordinators;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** How it has ended. */
  CoordinatorEnd end() {
    return CoordinatorEnd.ofStatus(process.exitValue());
  }

  /** Its last complaint, for people. */
  String lastWords() {
    return lastWords;
  }

  /** Asks it to end in good order. */
  void ask() {
    try {
      OutputStream input = process.getOutputStream();
      input.write('\n');
      input.flush();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  /** SIGKILL; a job gets SIGTERM first, since nobody but mpirun can wait for the ranks' end. */
  void kill() throws InterruptedException, IOException {
    if (job) {
      process.destroy();
      if (process.waitFor(DEATH_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    }
    process.destroyForcibly();
    if (!process.waitFor(DEATH_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException(name + " does not die");
    }
  }

  /** SIGSTOP. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** SIGCONT. */
  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    List<String> kill = List.of("kill", "-s", name, Long.toString(process.pid()));
    int status =
        new ProcessBuilder(List.of("sh", "-c", String.join(" ", kill)))
            .redirectError(Redirect.DISCARD)
            .start()
            .waitFor();
    if (status != 0 && process.isAlive()) {
      throw new IOException("kill -s " + name + " answered " + status);
    }
  }
}
