package io.holdfast.campaign;

import io.holdfast.campaign.crew.CoordinatorEnd;
import io.holdfast.campaign.relay.Relay;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process of a campaign as the campaign sees it: a coordinator, or the mpirun of a job in which
 * all of them are. It ends when this process does.
 */
final class CoordinatorProcess {

  private static final long DEATH_SECONDS = 20;
  private static final long LISTEN_MILLIS = 1_000;

  /** A signal that a terminal sends to all is not for it. */
  private static final String FREEZE =
      "trap '' INT TERM HUP; kill -s STOP \"$1\" && echo && { read -r end; kill -s CONT \"$1\"; }";

  private final int number;
  private final String name;
  private final int coordinators;
  private final boolean job;
  private final Process process;
  private final Mailbox mail;
  private final Thread listener;
  private volatile String lastWords = "";
  private Optional<Process> freezer = Optional.empty();

  private CoordinatorProcess(
      int number, String name, int coordinators, boolean job, Process process, Mailbox mail) {
    this.number = number;
    this.name = name;
    this.coordinators = coordinators;
    this.job = job;
    this.process = process;
    this.mail = mail;
    this.listener = thread("complaints", this::listen);
    thread("mail", this::deliver);
  }

  /**
   * Starts a coordinator.
   *
   * @param mail what it is told
   * @param relay what it tells, and that it has ended
   */
  static CoordinatorProcess start(
      int number, String name, List<String> command, Mailbox mail, Relay relay) throws IOException {
    Process begun = new ProcessBuilder(command).start();
    CoordinatorProcess coordinator = new CoordinatorProcess(number, name, 1, false, begun, mail);
    coordinator.thread("words", () -> coordinator.passOn(relay));
    return coordinator;
  }

  /** Starts a job with all coordinators. */
  static CoordinatorProcess startJob(int coordinators, List<String> command) throws IOException {
    Process begun = new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).start();
    return new CoordinatorProcess(
        0, "a coordinator of the MPI job", coordinators, true, begun, new Mailbox());
  }

  private Thread thread(String what, Runnable work) {
    Thread thread = new Thread(work, "campaign-" + what + "-" + number);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void listen() {
    try (BufferedReader complaints = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = complaints.readLine(); line != null; line = complaints.readLine()) {
        complain(line);
      }
    } catch (IOException e) {
      // What it has said so far is what there is.
    } finally {
      mail.end();
    }
  }

  private void complain(String line) {
    // Lines of a stack trace tell where, the one before them what.
    if (!line.isBlank() && !line.startsWith("\t")) {
      lastWords = line;
    }
  }

  private void deliver() {
    try {
      mail.deliver(process.getOutputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void passOn(Relay relay) {
    try (BufferedReader words = process.inputReader(StandardCharsets.US_ASCII)) {
      for (String line = words.readLine(); line != null; line = words.readLine()) {
        if (!relay.hear(number, line)) {
          // What starts it may have one stream for both outputs.
          complain(line);
        }
      }
      relay.ended(number, process.waitFor() == CoordinatorEnd.DONE.status());
    } catch (IOException e) {
      relay.ended(number, false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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

  /** Its last complaint, for people; all of them are heard when it has ended. */
  String lastWords() throws InterruptedException {
    if (!isAlive()) {
      listener.join(LISTEN_MILLIS);
    }
    return lastWords;
  }

  /** Asks it to end in good order. */
  void ask() {
    mail.add("");
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
    thaw();
  }

  /**
   * SIGSTOP. A process of its own sends it, and SIGCONT when it is told to or when this process has
   * gone, whatever ended it: nobody stays frozen whom nobody would thaw.
   */
  void freeze() throws IOException {
    Process begun =
        new ProcessBuilder("sh", "-c", FREEZE, "freeze", Long.toString(process.pid()))
            .redirectError(Redirect.DISCARD)
            .start();
    freezer = Optional.of(begun);
    if (begun.getInputStream().read() < 0 && process.isAlive()) {
      throw new IOException(name + " was not stopped");
    }
  }

  /** SIGCONT, where it is frozen. */
  void thaw() throws IOException, InterruptedException {
    if (freezer.isEmpty()) {
      return;
    }
    Process told = freezer.get();
    freezer = Optional.empty();
    told.getOutputStream().close();
    int status = told.waitFor();
    if (status != 0 && process.isAlive()) {
      throw new IOException(name + " cannot go on: kill -s CONT answered " + status);
    }
  }
}
