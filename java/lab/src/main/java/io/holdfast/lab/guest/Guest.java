package io.holdfast.lab.guest;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import io.holdfast.litmus.AgentLauncher;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One kernel of its own, as its keeper sees it: told what to do through its door, frozen, killed
 * and started again. Used by one thread, but for {@link #agents}.
 */
public final class Guest {

  private static final long BOOT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long END_SECONDS = 20;
  private static final String OPEN = "the door is open";
  private static final int SHOWN_LINES = 5;

  private final GuestName name;
  private final GuestFiles files;
  private final GuestDoor door;
  private final List<String> hardware;
  private final Path console;
  private Process kernel;

  private Guest(GuestName name, GuestFiles files, List<String> hardware) throws IOException {
    this.name = name;
    this.files = files;
    this.door = new GuestDoor(files, name);
    this.hardware = List.copyOf(hardware);
    this.console = files.root().resolve(name.word() + ".console");
    this.kernel = boot();
  }

  /**
   * Starts a guest that is attached to the network; {@link #awaitUp} waits for it.
   *
   * @param hardware memory and disks, as words of the kernel's command line
   */
  public static Guest start(GuestName name, GuestFiles files, List<String> hardware)
      throws IOException {
    return new Guest(name, files, hardware);
  }

  private Process boot() throws IOException {
    // A session of its own: its process group is all there is of it.
    List<String> command = new ArrayList<>(List.of("setsid", GuestFiles.KERNEL));
    command.addAll(hardware);
    command.addAll(
        List.of(
            "uml_dir=" + files.root(),
            "umid=" + name.word(),
            "rootfstype=hostfs",
            "rootflags=/",
            "ro",
            "init=" + files.script(GuestScript.INIT),
            "ipv6.disable=1",
            "con=null",
            "con0=null,fd:1",
            "ssl=null",
            "quiet"));
    command.addAll(GuestNetwork.devices(name));
    command.addAll(
        List.of(
            "name=" + name.word(),
            "data=" + name.dataAddress(),
            "management=" + name.managementAddress(),
            "site=" + files.root(),
            "door=" + files.program(GuestFiles.DOOR)));
    Files.deleteIfExists(console);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(console.toFile())
            .redirectInput(Redirect.from(new File("/dev/null")));
    // Its memory is a file there.
    builder.environment().put("TMPDIR", files.root().toString());
    return builder.start();
  }

  public GuestName name() {
    return name;
  }

  /** Waits until its door is open. */
  public void awaitUp() throws IOException {
    long deadline = System.nanoTime() + BOOT_NANOS;
    while (!consoleSays(OPEN)) {
      if (!kernel.isAlive() || System.nanoTime() - deadline > 0) {
        throw new RigException(name.word() + " does not come up: " + lastWords());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private boolean consoleSays(String words) throws IOException {
    return Files.readString(console).contains(words);
  }

  private String lastWords() throws IOException {
    List<String> lines = Files.readAllLines(console);
    return String.join("; ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }

  /**
   * Runs a program inside to its end; it has no input.
   *
   * @param seconds after this long it is killed
   * @return what it printed, on both outputs
   * @throws RigException when it answers another status than 0, or does not end in time
   */
  public String run(int seconds, String... words) throws RigException {
    return door.run(seconds, List.of(words));
  }

  /** Runs one of the lab's scripts. */
  public String run(int seconds, GuestScript script, String... words) throws RigException {
    List<String> command = new ArrayList<>(List.of(files.script(script).toString()));
    command.addAll(List.of(words));
    return door.run(seconds, command);
  }

  /** Starts agents inside: {@link Process#destroyForcibly} kills the one inside as well. */
  public AgentLauncher agents() {
    return door.agents();
  }

  /** The argument vector that runs a program inside with the input and output of its starter. */
  public List<String> commandLine(List<String> words) {
    return door.commandLine(words);
  }

  /** Stops its kernel, and time for all that runs on it. */
  public void freeze() throws RigException {
    signal("STOP", Long.toString(kernel.pid()));
  }

  /** Undoes {@link #freeze}. */
  public void thaw() throws RigException {
    signal("CONT", Long.toString(kernel.pid()));
  }

  /** Pulls the plug, and waits until all of it is gone. */
  public void kill() throws IOException {
    signal("KILL", "-" + kernel.pid());
    try {
      if (!kernel.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new RigException(name.word() + " does not die");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted while " + name.word() + " died", e);
    }
  }

  /** Starts it again after {@link #kill}, with the same disks and addresses. */
  public void startAgain() throws IOException {
    kernel = boot();
  }

  private static void signal(String signal, String whom) throws RigException {
    Command.run(Path.of("/"), List.of("sh", "-c", "kill -s \"$1\" -- \"$2\"", "sh", signal, whom));
  }
}
