package io.holdfast.lab.shared;

import io.holdfast.lab.JsonFields;
import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One {@code holdfast watch} in a guest, told from outside by what it prints. One thread. */
final class WatchProcess {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Guest guest;
  private final Process process;
  private final Path printed;

  private WatchProcess(Guest guest, Process process, Path printed) {
    this.guest = guest;
    this.process = process;
    this.printed = printed;
  }

  /**
   * Starts it.
   *
   * @param command its argument vector; it prints one JSON document a line
   * @param printed a file for what it prints
   */
  static WatchProcess start(Guest guest, List<String> command, Path printed) throws IOException {
    Process process =
        new ProcessBuilder(guest.commandLine(command))
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    return new WatchProcess(guest, process, printed);
  }

  /** The name of its guest. */
  String name() {
    return guest.name().word();
  }

  /**
   * Waits until a generation is qualified.
   *
   * @throws RigException when it ends before, or nothing comes of it for so long
   */
  void awaitGeneration(long generation, long limitNanos) throws IOException {
    long deadline = System.nanoTime() + limitNanos;
    while (generations() <= generation) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        throw new RigException(name() + " does not qualify: " + lastWords());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** How many generations it has told to be qualified. */
  private long generations() throws IOException {
    return lines().stream().filter(line -> line.contains("\"outcome\":\"qualified\"")).count();
  }

  /** Its exit status; empty where it has none within that time. */
  Optional<Integer> awaitEnd(long limitNanos) throws IOException {
    try {
      return process.waitFor(limitNanos, TimeUnit.NANOSECONDS)
          ? Optional.of(process.exitValue())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted", e);
    }
  }

  /** Kills it, inside as well. */
  void kill() {
    process.destroyForcibly();
  }

  /** The generation of its last document. */
  OptionalLong lastGeneration() throws IOException {
    List<String> documents = documents();
    if (documents.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        JsonFields.read(
            documents.get(documents.size() - 1), fields -> fields.longNumber("generation")));
  }

  /** The reason that its last document gives, or the last line of anything else. */
  String lastWords() throws IOException {
    List<String> documents = documents();
    if (documents.isEmpty()) {
      List<String> lines = lines();
      return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    }
    return JsonFields.read(documents.get(documents.size() - 1), fields -> fields.text("reason"));
  }

  private List<String> documents() throws IOException {
    return lines().stream().filter(line -> line.startsWith("{")).toList();
  }

  /** The whole lines that it has printed. */
  private List<String> lines() throws IOException {
    String text = Files.readString(printed);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }
}
