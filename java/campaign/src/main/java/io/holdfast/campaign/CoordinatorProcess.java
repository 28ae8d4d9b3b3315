package io.holdfast.campaign;

import io.holdfast.campaign.crew.CoordinatorEnd;
import io.holdfast.campaign.crew.CoordinatorMain;
import io.holdfast.campaign.crew.CrewTask;
import io.holdfast.campaign.crew.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One coordinator as the campaign sees it. It ends when this process does. */
final class CoordinatorProcess {

  private static final long DEATH_SECONDS = 20;

  private final int number;
  private final Process process;
  private volatile String lastWords = "";
  private boolean frozen;

  private CoordinatorProcess(int number, Process process) {
    this.number = number;
    this.process = process;
  }

  /** Starts one, with a thread that listens to its complaints. */
  static CoordinatorProcess start(CrewTask task) throws IOException {
    Process process =
        new ProcessBuilder(Program.java(CoordinatorMain.class, task.words()))
            .redirectOutput(Redirect.DISCARD)
            .start();
    CoordinatorProcess started = new CoordinatorProcess(task.coordinator(), process);
    Thread thread = new Thread(started::listen, "campaign-coordinator-" + task.coordinator());
    thread.setDaemon(true);
    thread.start();
    return started;
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

  boolean isAlive() {
    return process.isAlive();
  }

  boolean isFrozen() {
    return frozen;
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

  /** SIGKILL. */
  void kill() throws InterruptedException, IOException {
    process.destroyForcibly();
    if (!process.waitFor(DEATH_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("coordinator " + number + " does not die");
    }
  }

  /** SIGSTOP. */
  void freeze() throws IOException, InterruptedException {
    frozen = true;
    signal("STOP");
  }

  /** SIGCONT. */
  void thaw() throws IOException, InterruptedException {
    frozen = false;
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
