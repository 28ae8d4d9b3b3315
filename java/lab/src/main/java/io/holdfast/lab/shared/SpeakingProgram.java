package io.holdfast.lab.shared;

import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program in a guest that somebody outside talks with: what it says is for him alone, and its
 * errors stay in the guest, whose door knows one output.
 */
final class SpeakingProgram {

  /** A directory of every guest's own memory. */
  static final Path MEMORY = Path.of("/run");

  private static final Path ERRORS = MEMORY.resolve("errors");
  private static final int SECONDS = 60;

  private SpeakingProgram() {}

  /** The argument vector that runs a program in a guest, one at a time. */
  static List<String> commandLine(Guest guest, List<String> program) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" 2>" + ERRORS, "sh"));
    words.addAll(program);
    return guest.commandLine(words);
  }

  /** The first lines of its errors, behind the guest's name. */
  static String errors(Guest guest, int lines) throws RigException {
    String said = guest.run(SECONDS, "head", "-n", Integer.toString(lines), ERRORS.toString());
    return guest.name().word() + ": " + said;
  }
}
