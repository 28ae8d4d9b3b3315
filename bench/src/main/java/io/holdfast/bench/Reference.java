package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.List;

/** Another program that does the work, kept running and told what to do next; mostly in C. */
final class Reference implements AutoCloseable {

  private static final int WARM_UPS = 2;

  private final String language;
  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  /**
   * @param directory is there; what the program leaves in it is the caller's to remove
   */
  Reference(String program, String directory) throws IOException {
    this("C", List.of(program, directory));
  }

  /**
   * @param language begins the names of its contestants
   */
  Reference(String language, List<String> command) throws IOException {
    this.language = language;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    commands = new OutputStreamWriter(process.getOutputStream(), US_ASCII);
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII));
  }

  /** A contestant that sends this command in every round. */
  Contestant contestant(String name, Expectation expectation, String command) {
    return new Contestant(language + ", " + name, expectation, WARM_UPS, () -> ask(command));
  }

  private Contestant.Shot ask(String command) throws IOException {
    tell(command);
    return answer();
  }

  /** Sends a command; the program begins with it at once. */
  void tell(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
  }

  /** Waits until the command before is done. */
  Contestant.Shot answer() throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the program in " + language + " ended before it answered");
    }
    String[] said = answer.split(" ", -1);
    long[] numbers = new long[said.length];
    for (int i = 0; i < said.length; i++) {
      numbers[i] = Long.parseLong(said[i]);
    }
    return new Contestant.Shot(
        numbers[0], new Counts(numbers[1], numbers[2], numbers[3], numbers[4]));
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
