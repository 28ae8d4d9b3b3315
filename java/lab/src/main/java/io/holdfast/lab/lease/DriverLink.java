package io.holdfast.lab.lease;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * A coordinator's way to the process that drives the run: one line there, one line back, one
 * question at a time. Any thread may use it.
 */
final class DriverLink {

  static final String UP = "up";
  static final String ROUND = "round";
  static final String WRITE = "write";
  static final String END = "end";
  static final String YES = "yes";
  static final String NO = "no";

  private final BufferedReader answers;
  private final PrintStream questions;

  DriverLink(BufferedReader answers, PrintStream questions) {
    this.answers = answers;
    this.questions = questions;
  }

  /** Tells that the table is open. */
  void up() throws IOException {
    ask(UP);
  }

  /** Whether work goes on. */
  boolean goesOn() throws IOException {
    return ask(ROUND);
  }

  /**
   * Writes to the resource outside of the table.
   *
   * @return whether it took the write: it has seen no higher number
   */
  boolean write(int number, long fence, String token) throws IOException {
    return ask(WRITE + " " + number + " " + fence + " " + token);
  }

  /** Tells that the work is done and the table closed. */
  void end() throws IOException {
    ask(END);
  }

  private synchronized boolean ask(String question) throws IOException {
    questions.println(question);
    questions.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the driver is gone");
    }
    return answer.equals(YES);
  }
}
