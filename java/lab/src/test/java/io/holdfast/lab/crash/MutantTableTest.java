package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.mutant.Mutant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A proof that never failed proves nothing: each mistake is caught by every suite that must see it.
 * The table is printed, and docs/guarantees.md holds it; {@code -Dholdfast.docs.write=true} writes
 * it there.
 */
@Tag("durable")
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class MutantTableTest {

  private static final Path DOCUMENT = Path.of("..", "..", "docs", "guarantees.md");
  private static final String BEGIN = "<!-- mutants -->\n";
  private static final String END = "<!-- end of mutants -->";

  private record Cell(Mutant mutant, MutantSuite suite) {}

  private final Map<Cell, Boolean> caught = new ConcurrentHashMap<>();

  static Stream<Arguments> cells() {
    return Arrays.stream(MutantSuite.values())
        .flatMap(
            suite ->
                Arrays.stream(Mutant.values())
                    .filter(mutant -> suite.whyNot(mutant).isEmpty())
                    .map(mutant -> Arguments.of(suite, mutant)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void isCaught(MutantSuite suite, Mutant mutant) throws IOException {
    boolean seen = suite.catches(mutant);
    caught.put(new Cell(mutant, suite), seen);
    assertThat(seen).as(mutant.id() + " is caught by " + suite.title).isTrue();
  }

  @AfterAll
  void print() {
    System.out.print(
        table(cell -> caught.containsKey(cell) ? answer(caught.get(cell)) : "not run"));
  }

  private static String answer(boolean seen) {
    return seen ? "caught" : "NOT CAUGHT";
  }

  @Test
  void theDocumentSaysByWhich() throws IOException {
    String text = Files.readString(DOCUMENT);
    String wanted = table(cell -> answer(true));
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    assertThat(end).as("the document's markers").isGreaterThanOrEqualTo(begin);
    if (Boolean.getBoolean("holdfast.docs.write")) {
      text = text.substring(0, begin) + wanted + text.substring(end);
      Files.writeString(DOCUMENT, text);
      end = text.indexOf(END);
    }

    assertThat(text.substring(begin, end)).isEqualTo(wanted);
  }

  private interface Answers {
    String of(Cell cell);
  }

  private static String table(Answers answers) {
    List<String> reasons =
        Arrays.stream(MutantSuite.values())
            .flatMap(suite -> Arrays.stream(Mutant.values()).flatMap(m -> suite.whyNot(m).stream()))
            .distinct()
            .toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        Arrays.stream(MutantSuite.values())
            .map(suite -> suite.title)
            .collect(Collectors.joining(" | ", "| mutant | ", " |")));
    lines.add("|---".repeat(MutantSuite.values().length + 1) + "|");
    for (Mutant mutant : Mutant.values()) {
      lines.add(
          Arrays.stream(MutantSuite.values())
              .map(
                  suite ->
                      suite
                          .whyNot(mutant)
                          .map(reason -> "no (" + letter(reasons.indexOf(reason)) + ")")
                          .orElseGet(() -> answers.of(new Cell(mutant, suite))))
              .collect(Collectors.joining(" | ", "| `" + mutant.id() + "` | ", " |")));
    }
    lines.add("");
    for (Mutant mutant : Mutant.values()) {
      lines.add("- `" + mutant.id() + "`: " + mutant.says());
    }
    lines.add("");
    for (String reason : reasons) {
      lines.add("- not caught (" + letter(reasons.indexOf(reason)) + "): " + reason);
    }
    return String.join("\n", lines) + "\n";
  }

  private static char letter(int index) {
    return (char) ('a' + index);
  }
}
