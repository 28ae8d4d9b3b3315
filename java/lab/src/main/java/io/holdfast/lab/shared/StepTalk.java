package io.holdfast.lab.shared;

import io.holdfast.lab.RigException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What {@link SteppedHolderMain} or {@link RescuerMain} says. Used by one thread. */
final class StepTalk implements AutoCloseable {

  private static final String ON = "on";
  private static final String OVER = "over";

  private final SpokenLines lines;
  private final Errors errors;
  private Optional<String> ahead = Optional.empty();

  /** Where a program's own words about its failure are. */
  interface Errors {
    String read() throws IOException;
  }

  StepTalk(Process process, Errors errors) {
    this.lines = new SpokenLines(process);
    this.errors = errors;
  }

  /** Waits for the line that begins so. */
  String await(String beginning, int seconds) throws IOException {
    long deadline = deadline(seconds);
    while (true) {
      String line = next(deadline);
      if (line.startsWith(beginning)) {
        return line;
      }
    }
  }

  /** Says the one word that it waits for. */
  void goOn() {
    lines.say(ON);
  }

  /** Whether it says nothing for so long; what it does say is read later. */
  boolean isSilent(int seconds) throws IOException {
    ahead = lines.next(deadline(seconds));
    return ahead.isEmpty();
  }

  /** What it says of each step after that. */
  Map<Integer, String[]> answers(int seconds) throws IOException {
    long deadline = deadline(seconds);
    Map<Integer, String[]> answers = new TreeMap<>();
    for (String line = next(deadline); !line.equals(OVER); line = next(deadline)) {
      String[] words = line.split(" ", 2);
      answers.put(Integer.valueOf(words[0]), words[1].split(" ", -1));
    }
    return answers;
  }

  private String next(long deadline) throws IOException {
    Optional<String> line = ahead.isPresent() ? ahead : lines.next(deadline);
    ahead = Optional.empty();
    if (line.isEmpty()) {
      throw new RigException("a program ended early or hangs: " + errors.read());
    }
    return line.get();
  }

  private static long deadline(int seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Override
  public void close() {
    lines.close();
  }
}
