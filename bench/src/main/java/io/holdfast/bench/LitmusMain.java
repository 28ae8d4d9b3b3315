package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.RenewalConfiguration;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a litmus between the members of a job costs, and what renewing adds to it. */
final class LitmusMain {

  /** What stands before the output in a document. */
  private static final String BEGIN = "<!-- output: bench/run litmus -->\n```\n";

  private static final int[] SMALL = {2, 3, 4};
  private static final int[] LARGE = {64, 256};
  private static final int WARM_UP = 200;
  private static final int ROUNDS = 101;
  private static final int LARGE_ROUNDS = 3;
  private static final double TARGET_OF_4_MILLIS = 2.4;
  private static final double TARGET_OF_64_MILLIS = 1000;
  private static final double TARGET_PERCENT = 1;
  private static final double PERCENT = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  private LitmusMain() {}

  /**
   * {@code arguments}: a directory, a file that describes the machine, and perhaps the document
   * that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    Posix posix = Bindings.load();
    RawPath root = RawPath.of(arguments[0]);
    List<String> said = new ArrayList<>();
    DurableMain.say(out, said, Files.readString(Path.of(arguments[1])));
    DurableMain.say(out, said, "members are threads of one process on made-up hosts, flock only\n");
    // A root belongs to one epoch, so that each group has one of its own.
    for (int members : SMALL) {
      Table table = small(posix, directory(posix, root, "small-" + members), members);
      DurableMain.say(out, said, table.toString());
    }
    for (int members : LARGE) {
      Table table = large(posix, directory(posix, root, "large-" + members), members);
      DurableMain.say(out, said, table.toString());
    }
    if (arguments.length > 2) {
      DurableMain.write(Path.of(arguments[2]), BEGIN, String.join("\n", said));
    }
  }

  static RawPath directory(Posix posix, RawPath root, String name) throws PosixException {
    RawPath path = root.resolve(RawPath.of(name));
    PosixException.check(posix.mkdirat(Flags.AT_FDCWD, path.bytes(), 0700), "mkdirat");
    return path;
  }

  private static Table small(Posix posix, RawPath root, int members) throws Exception {
    List<Long> bare = new ArrayList<>();
    List<Long> renewed = new ArrayList<>();
    try (LitmusGroup group = new LitmusGroup(posix, root, members)) {
      for (int round = 0; round < WARM_UP; round++) {
        group.litmus();
        group.renewal();
      }
      for (int round = 0; round < ROUNDS; round++) {
        boolean bareFirst = round % 2 == 0;
        if (bareFirst) {
          bare.add(group.litmus());
        }
        renewed.add(group.renewal());
        if (!bareFirst) {
          bare.add(group.litmus());
        }
      }
    }
    Map<String, Times> times = new LinkedHashMap<>();
    times.put("renewal", new Times(renewed));
    times.put("litmus", new Times(bare));
    Table table =
        new Table(members + " members on " + members + " hosts", times, 1).rows("renewal / this");
    table.line("  renewal / litmus: %s", table.ratio("renewal", "litmus"));
    double interval = RenewalConfiguration.DEFAULT.intervalSeconds() * NANOS_PER_SECOND;
    double percent = PERCENT * table.median("renewal") / interval;
    table.line(
        "  %.4f %% of the time at the default interval; target at most %.0f %%: %s",
        percent, TARGET_PERCENT, percent <= TARGET_PERCENT ? "met" : "missed");
    if (members == 4) {
      table.target("litmus", TARGET_OF_4_MILLIS);
    }
    return table;
  }

  private static Table large(Posix posix, RawPath root, int members) throws Exception {
    List<Long> bare = new ArrayList<>();
    try (LitmusGroup group = new LitmusGroup(posix, root, members)) {
      for (int round = 0; round < LARGE_ROUNDS; round++) {
        bare.add(group.litmus());
      }
    }
    Table table =
        new Table(
                members + " members on " + members + " hosts", Map.of("litmus", new Times(bare)), 1)
            .rows("this / this");
    if (members == LARGE[0]) {
      table.target("litmus", TARGET_OF_64_MILLIS);
    }
    return table;
  }
}
