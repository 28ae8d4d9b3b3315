package io.holdfast.lab.guest;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.LocalAgentLauncher;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs programs inside of one guest. Immutable; any thread may use it.
 *
 * <p>The program inside is killed when the process outside ends, however that ends.
 */
final class GuestDoor {

  private final GuestFiles files;
  private final GuestName guest;

  GuestDoor(GuestFiles files, GuestName guest) {
    this.files = files;
    this.guest = guest;
  }

  /**
   * Runs a program to its end; it has no input.
   *
   * @param seconds after this long it is killed
   * @return what it printed, on both outputs
   * @throws RigException when it answers another status than 0, or does not end in time
   */
  String run(int seconds, List<String> words) throws RigException {
    List<String> command =
        new ArrayList<>(List.of("timeout", "--signal=KILL", Integer.toString(seconds)));
    command.addAll(List.of(program(), "-n", guest.managementAddress()));
    command.addAll(words);
    try {
      return Command.run(Path.of("/"), command);
    } catch (RigException e) {
      throw new RigException(guest.word() + ": " + e.getMessage(), e);
    }
  }

  /** Starts agents inside: {@link Process#destroyForcibly} kills the one inside as well. */
  AgentLauncher agents() {
    String agent = files.program(LocalAgentLauncher.PROGRAM).toString();
    return () ->
        new ProcessBuilder(commandLine(List.of(agent))).redirectError(Redirect.DISCARD).start();
  }

  /** The argument vector that runs a program with the input and output of whoever starts it. */
  List<String> commandLine(List<String> words) {
    List<String> command = new ArrayList<>(List.of(program(), guest.managementAddress()));
    command.addAll(words);
    return command;
  }

  private String program() {
    return files.program(GuestFiles.DOOR).toString();
  }
}
