package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Answers every question of {@link DurableContests}; bench/run starts it. */
final class DurableMain {

  /** What stands before the output in a document, and what behind it. */
  static final String BEGIN = "<!-- output: bench/run durable -->\n```\n";

  static final String END = "```\n<!-- end of output -->";

  private DurableMain() {}

  /**
   * {@code arguments}: the C program, the directory, a file that describes the machine, rounds, and
   * perhaps the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    System.setProperty(Ground.DIRECTORY_PROPERTY, arguments[1]);
    List<String> said = new ArrayList<>();
    say(out, said, Files.readString(Path.of(arguments[2])));
    try (Reference c = new Reference(arguments[0], arguments[1])) {
      for (Callable<Table> question :
          questions(new DurableContests(c, Integer.parseInt(arguments[3])))) {
        say(out, said, question.call().toString());
      }
    } catch (WrongCountsException e) {
      out.println("no time is told, the counts are wrong: " + e.getMessage());
      System.exit(1);
    }
    if (arguments.length > 4) {
      write(Path.of(arguments[4]), String.join("\n", said));
    }
  }

  private static List<Callable<Table>> questions(DurableContests contests) {
    return List.of(
        contests::file,
        contests::directory,
        contests::replace,
        contests::publish,
        contests::smallBatch,
        () -> contests.groupCommit(1),
        () -> contests.groupCommit(8),
        contests::threads);
  }

  private static void say(PrintStream out, List<String> said, String text) {
    out.println(text);
    said.add(text);
  }

  private static void write(Path document, String output) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END, begin);
    if (begin < 0 || end < 0) {
      throw new IOException(document + " has no place for the output");
    }
    Files.writeString(
        document, text.substring(0, begin + BEGIN.length()) + output + text.substring(end));
  }
}
