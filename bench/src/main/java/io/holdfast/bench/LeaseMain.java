package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Answers every question about lease tables; bench/run starts it. */
final class LeaseMain {

  /** What stands before the output in a document; behind it {@link DurableMain#END}. */
  static final String BEGIN = "<!-- output: bench/run leases -->\n```\n";

  private LeaseMain() {}

  /**
   * {@code arguments}: the C program, the one in Python, the directory, another one in memory if
   * there is one, a file that describes the machine, rounds or {@code quick}, records of the
   * largest table, the questions or {@code all}, and perhaps the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    List<String> said = new ArrayList<>();
    DurableMain.say(out, said, Files.readString(Path.of(arguments[4])));
    Effort effort =
        arguments[5].equals("quick") ? Effort.quick() : Effort.full(Integer.parseInt(arguments[5]));
    if (!arguments[6].equals("default")) {
      effort = effort.withRecords(Integer.parseInt(arguments[6]));
    }
    int status;
    try (Reference c = new Reference(arguments[0], arguments[2])) {
      Map<String, Callable<Table>> all =
          questions(c, Path.of(arguments[1]), arguments[2], arguments[3], effort);
      List<Callable<Table>> asked = new ArrayList<>();
      all.forEach(
          (name, question) -> {
            if (arguments[7].equals("all") || name.startsWith(arguments[7])) {
              asked.add(question);
            }
          });
      if (asked.isEmpty()) {
        out.println("no question is called " + arguments[7] + "; there are " + all.keySet());
        System.exit(2);
      }
      new LeaseWarmUp(arguments[3]).run();
      status = DurableMain.answer(asked, out, said);
    }
    if (status == 0 && arguments.length > 8) {
      DurableMain.write(Path.of(arguments[8]), BEGIN, String.join("\n", said));
    }
    System.exit(status);
  }

  static Map<String, Callable<Table>> questions(
      Reference c, Path python, String directory, String memory, Effort effort) {
    HeartbeatContests beats = new HeartbeatContests(c, directory, effort);
    ClaimContests claims = new ClaimContests(directory, memory, effort);
    TableSizes sizes = new TableSizes(directory, effort);
    Map<String, Callable<Table>> all = new LinkedHashMap<>();
    all.put("records-1", () -> beats.ofRecords(1));
    all.put("records-8", () -> beats.ofRecords(8));
    all.put("session-64", () -> beats.ofSession(64));
    all.put("session-1000", () -> beats.ofSession(1_000));
    all.put("session-10000", () -> beats.ofSession(10_000));
    all.put("claims-memory", () -> claims.byThreads(true));
    all.put("claims-threads", () -> claims.byThreads(false));
    all.put("claims-processes", claims::byProcesses);
    all.put("claims-python", () -> claims.besidePython(python));
    all.put("scan", sizes::scan);
    all.put("sizes", sizes::sizes);
    return all;
  }
}
