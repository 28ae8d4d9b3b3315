package io.holdfast.campaign.crew;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The standard input of a coordinator: a line asks it to end in good order; its end, which comes
 * when whoever started it has gone, ends the process at once.
 */
final class Lifeline {

  private static final int STATUS = 1;

  private final AtomicBoolean asked = new AtomicBoolean();

  private Lifeline() {}

  /** Begins to listen, on a thread of its own. */
  static Lifeline on() {
    Lifeline lifeline = new Lifeline();
    Thread thread = new Thread(lifeline::listen, "campaign-lifeline");
    thread.setDaemon(true);
    thread.start();
    return lifeline;
  }

  private void listen() {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      while (input.readLine() != null) {
        asked.set(true);
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
