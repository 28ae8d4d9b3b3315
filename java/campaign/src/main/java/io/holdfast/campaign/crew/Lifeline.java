package io.holdfast.campaign.crew;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The standard input of a coordinator: an empty line asks it to end in good order; its end, which
 * comes when whoever started it has gone, ends the process at once.
 */
final class Lifeline {

  private static final int STATUS = 1;

  private final AtomicBoolean asked = new AtomicBoolean();

  private final Consumer<String> others;

  private Lifeline(Consumer<String> others) {
    this.others = others;
  }

  /**
   * Begins to listen, on a thread of its own.
   *
   * @param others takes the lines that are not empty, on that thread
   */
  static Lifeline on(Consumer<String> others) {
    Lifeline lifeline = new Lifeline(others);
    Thread thread = new Thread(lifeline::listen, "campaign-lifeline");
    thread.setDaemon(true);
    thread.start();
    return lifeline;
  }

  private void listen() {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        if (line.isEmpty()) {
          asked.set(true);
        } else {
          others.accept(line);
        }
      }
    } catch (IOException e) {
      // The same as its end.
    }
    Runtime.getRuntime().halt(STATUS);
  }

  /** Whether the end was asked for. */
  boolean isAskedToEnd() {
    return asked.get();
  }
}
