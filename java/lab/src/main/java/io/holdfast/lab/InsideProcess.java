package io.holdfast.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A program of the lab inside of its namespaces, from its start to its end. */
public final class InsideProcess {

  /** Takes a line of JSON. */
  public interface LineListener {
    void accept(String line) throws IOException;
  }

  private InsideProcess() {}

  /**
   * Runs a program to its end.
   *
   * @param listener is told every line that begins with a brace, on this thread
   * @param limitSeconds the program is killed after this long
   * @throws IOException when it cannot be started, or ends with another status than 0; holds what
   *     else it said
   */
  public static void run(
      Facilities machine,
      Class<?> program,
      List<String> arguments,
      long limitSeconds,
      LineListener listener)
      throws IOException {
    Process process =
        LabNamespace.start(
            machine, Isolation.MOUNTS_AND_PROCESSES, program, arguments, limitSeconds);
    attend(process, listener);
  }

  /**
   * {@link #run} for a program that was started by {@link LabNamespace#start}.
   *
   * @throws IOException when it ends with another status than 0; holds what else it said
   */
  public static void attend(Process process, LineListener listener) throws IOException {
    List<String> noise = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          listener.accept(line);
        } else {
          noise.add(line);
        }
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(end(status) + ": " + String.join("; ", noise));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.getOutputStream().close();
      process.destroyForcibly();
    }
  }

  private static String end(int status) {
    return status == LabNamespace.KILLED
        ? "the lab's process was killed, by somebody or at its time limit"
        : "the lab's process ended with status " + status;
  }
}
