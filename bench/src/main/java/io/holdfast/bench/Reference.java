package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;

/** The C program that makes the same system calls, kept running and told what to do next. */
final class Reference implements AutoCloseable {

  private static final int WARM_UPS = 2;

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  /**
   * @param directory is there; what the program leaves in it is the caller's to remove
   */
  Reference(String program, String directory) throws IOException {
    process =
        new ProcessBuilder(program, directory)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    commands = new OutputStreamWriter(process.getOutputStream(), US_ASCII);
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII));
  }

  /** A contestant that sends this command in every round. */
  Contestant contestant(String name, Expectation expectation, String command) {
    return new Contestant("C, " + name, expectation, WARM_UPS, () -> ask(command));
  }

  private Contestant.Shot ask(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the C program ended at the command " + command);
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
