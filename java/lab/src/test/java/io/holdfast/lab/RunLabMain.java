package io.holdfast.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Runs the cases whose ids begin with one of the arguments, and prints every event. */
final class RunLabMain {

  private RunLabMain() {}

  public static void main(String[] prefixes) throws IOException {
    List<LabCase> cases =
        LabCases.ALL.stream()
            .filter(labCase -> Arrays.stream(prefixes).anyMatch(labCase.id()::startsWith))
            .toList();
    PrintStream out = System.out;
    new Lab(Machine.here())
        .run(
            cases,
            event -> {
              out.println(LabLines.write(event));
              out.flush();
            });
  }
}
