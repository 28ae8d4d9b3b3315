package io.holdfast.lab.lease;

import io.holdfast.lab.Command;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.RigException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One coordinator as its driver sees it: answers its questions on a thread of its own, and can kill
 * and freeze it.
 */
final class CoordinatorProcess {

  private static final long END_SECONDS = 20;

  private final int number;
  private final Process process;
  private final Path errors;
  private final Outside outside;
  private final BooleanSupplier goesOn;
  private final CountDownLatch up = new CountDownLatch(1);
  private volatile boolean ended;
  private boolean killed;

  private CoordinatorProcess(
      int number, Process process, Path errors, Outside outside, BooleanSupplier goesOn) {
    this.number = number;
    this.process = process;
    this.errors = errors;
    this.outside = outside;
    this.goesOn = goesOn;
  }

  /**
   * Starts one.
   *
   * @param errors a file for what it says of its own failure
   * @param goesOn whether there is more to be done
   */
  static CoordinatorProcess start(
      CoordinatorTask task, Path errors, Outside outside, BooleanSupplier goesOn)
      throws IOException {
    List<String> command = LabNamespace.java(CoordinatorMain.class, task.words());
    return start(task.coordinator(), command, errors, outside, goesOn);
  }

  /** {@link #start} by an argument vector that runs it, here or elsewhere. */
  static CoordinatorProcess start(
      int number, List<String> command, Path errors, Outside outside, BooleanSupplier goesOn)
      throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(Redirect.to(errors.toFile())).start();
    CoordinatorProcess started = new CoordinatorProcess(number, process, errors, outside, goesOn);
    Thread thread = new Thread(started::answer, "holdfast-lab-coordinator-" + number);
    thread.setDaemon(true);
    thread.start();
    return started;
  }

  /** Answers until the coordinator's end. */
  private void answer() {
    try (BufferedReader questions = process.inputReader(StandardCharsets.US_ASCII);
        PrintStream answers =
            new PrintStream(process.getOutputStream(), false, StandardCharsets.US_ASCII)) {
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        answers.println(answer(line.split(" ", -1)) ? DriverLink.YES : DriverLink.NO);
        answers.flush();
      }
    } catch (IOException | IllegalArgumentException e) {
      // The line of a coordinator that was killed while it wrote; what else it is shows at its end.
      up.countDown();
    }
    up.countDown();
  }

  private boolean answer(String[] words) {
    switch (words[0]) {
      case DriverLink.UP -> up.countDown();
      case DriverLink.END -> ended = true;
      case DriverLink.ROUND -> {
        return goesOn.getAsBoolean();
      }
      case DriverLink.WRITE -> {
        return outside.write(Integer.parseInt(words[1]), Long.parseLong(words[2]), words[3]);
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
    return true;
  }

  int number() {
    return number;
  }

  long pid() {
    return process.pid();
  }

  /** Waits until its table is open, or it has ended. */
  void awaitUp(long seconds) throws IOException, InterruptedException {
    if (!up.await(seconds, TimeUnit.SECONDS)) {
      throw new RigException("coordinator " + number + " does not come up");
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL, and waits for the end: after this it does nothing any more. */
  void kill() throws IOException, InterruptedException {
    killed = true;
    process.destroyForcibly();
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new RigException("coordinator " + number + " does not die");
    }
  }

  /** SIGSTOP. */
  void freeze() throws IOException {
    signal(process, "STOP");
  }

  /** SIGCONT. */
  void thaw() throws IOException {
    signal(process, "CONT");
  }

  /** Sends a signal to a process of ours that may have ended meanwhile. */
  static void signal(Process process, String name) throws IOException {
    if (!process.isAlive()) {
      return;
    }
    String pid = Long.toString(process.pid());
    try {
      Command.run(Path.of("/"), List.of("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, pid));
    } catch (RigException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }

  /** What is wrong with how it ended; empty for one that is at work, was killed, or is through. */
  String failure() throws IOException {
    if (process.isAlive() || killed || (ended && process.exitValue() == 0)) {
      return "";
    }
    try (Stream<String> lines = Files.lines(errors)) {
      return "coordinator %d ended with status %d: %s"
          .formatted(number, process.exitValue(), lines.findFirst().orElse("it said nothing"));
    }
  }
}
