package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Answers every question about barriers and durable verbs; bench/run starts it. */
final class DurableMain {

  /** What stands before the output in a document, and what behind it. */
  static final String BEGIN = "<!-- output: bench/run durable -->\n```\n";

  static final String END = "```\n<!-- end of output -->";

  private DurableMain() {}

  /**
   * {@code arguments}: the C program, the directory, another one in memory if there is one, a file
   * that describes the machine, rounds, and perhaps the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    String directory = arguments[1];
    List<String> said = new ArrayList<>();
    say(out, said, Files.readString(Path.of(arguments[3])));
    int status;
    try (Reference c = new Reference(arguments[0], directory)) {
      new WarmUp(arguments[2]).run();
      status = answer(questions(c, directory, Integer.parseInt(arguments[4])), out, said);
    }
    if (status == 0 && arguments.length > 5) {
      write(Path.of(arguments[5]), BEGIN, String.join("\n", said));
    }
    System.exit(status);
  }

  /** Answers the exit code. */
  static int answer(List<Callable<Table>> questions, PrintStream out, List<String> said)
      throws Exception {
    try {
      for (Callable<Table> question : questions) {
        say(out, said, question.call().toString());
      }
      return 0;
    } catch (WrongCountsException e) {
      out.println("no time is told, the counts are wrong: " + e.getMessage());
      return 1;
    }
  }

  static List<Callable<Table>> questions(Reference c, String directory, int rounds) {
    BarrierContests barriers = new BarrierContests(c, directory, rounds);
    GroupCommitContest groupCommit = new GroupCommitContest(c, directory, rounds);
    return List.of(
        barriers::file,
        barriers::directory,
        barriers::replace,
        barriers::publish,
        barriers::batch,
        () -> groupCommit.over(1),
        () -> groupCommit.over(8),
        new SharedBarriersContest(c, directory, rounds)::table);
  }

  static void say(PrintStream out, List<String> said, String text) {
    out.println(text);
    said.add(text);
  }

  /** Puts an output behind its beginning in a document. */
  static void write(Path document, String beginning, String output) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(beginning);
    int end = text.indexOf(END, begin);
    if (begin < 0 || end < 0) {
      throw new IOException(document + " has no place for the output");
    }
    Files.writeString(
        document, text.substring(0, begin + beginning.length()) + output + text.substring(end));
  }
}
