package io.holdfast.lab;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a program by its argument vector, never through a shell, and waits for its end. */
public final class Command {

  /** Far more than the slowest step takes: the kernel is stuck, or a program waits for input. */
  private static final long LIMIT_SECONDS = 60;

  private static final int SHOWN_CHARACTERS = 2000;

  private Command() {}

  /**
   * Runs a program in a directory.
   *
   * <p>A program that goes to the background must close its output, or this waits for its end.
   *
   * @return what it printed, on both outputs, without white space at the ends
   * @throws RigException when it is not there, answers another status than 0, or does not end;
   *     holds what it printed
   */
  public static String run(Path directory, List<String> arguments) throws RigException {
    ProcessBuilder builder =
        new ProcessBuilder(arguments)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new java.io.File("/dev/null")));
    builder.environment().put("PATH", Facilities.rigPath());
    builder.environment().put("LC_ALL", "C");
    try {
      Process process = builder.start();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new RigException(inWords(arguments) + " did not end in " + LIMIT_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new RigException(
            inWords(arguments) + " answered " + process.exitValue() + shown(printed));
      }
      return printed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException(inWords(arguments) + " was interrupted", e);
    } catch (IOException e) {
      throw e instanceof RigException rig
          ? rig
          : new RigException(inWords(arguments) + ": " + e.getMessage(), e);
    }
  }

  private static String shown(String printed) {
    String one = printed.lines().map(String::strip).collect(Collectors.joining("; "));
    if (one.isEmpty()) {
      return "";
    }
    return ": " + (one.length() > SHOWN_CHARACTERS ? one.substring(0, SHOWN_CHARACTERS) : one);
  }

  private static String inWords(List<String> arguments) {
    return String.join(" ", arguments);
  }
}
