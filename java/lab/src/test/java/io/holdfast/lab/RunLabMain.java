package io.holdfast.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;

/** Runs one case many times and prints every event. */
final class RunLabMain {

  private RunLabMain() {}

  /**
   * The program.
   *
   * @param arguments a case's id, and how often it is run
   */
  public static void main(String[] arguments) throws IOException {
    LabCase labCase = LabCases.named(arguments[0]);
    int times = Integer.parseInt(arguments[1]);
    PrintStream out = System.out;
    new Lab(Facilities.here())
        .run(
            Collections.nCopies(times, labCase),
            event -> {
              out.println(LabLines.write(event));
              out.flush();
            });
  }
}
