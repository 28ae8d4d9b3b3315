package io.holdfast.bench;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a litmus between the members of a job costs, and what renewing adds to it. */
final class LitmusMain {

  private static final int[] SMALL = {2, 3, 4};
  private static final int[] LARGE = {64, 256};
  private static final int WARM_UP = 200;
  private static final int ROUNDS = 101;
  private static final int LARGE_ROUNDS = 3;
  private static final double TARGET_OF_4_MILLIS = 2.4;
  private static final double TARGET_OF_64_MILLIS = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

  private LitmusMain() {}

  /** {@code arguments}: an empty directory. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    RawPath root = RawPath.of(arguments[0]);
    System.out.println("members are threads of one process on made-up hosts, flock only");
    System.out.println();
    // A root belongs to one epoch, so that each group has one of its own.
    for (int members : SMALL) {
      small(posix, directory(posix, root, "small-" + members), members);
    }
    for (int members : LARGE) {
      large(posix, directory(posix, root, "large-" + members), members);
    }
  }

  private static RawPath directory(Posix posix, RawPath root, String name) throws PosixException {
    RawPath path = root.resolve(RawPath.of(name));
    PosixException.check(posix.mkdirat(Flags.AT_FDCWD, path.bytes(), 0700), "mkdirat");
    return path;
  }

  private static void small(Posix posix, RawPath root, int members) throws Exception {
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
    table.line("  renewal to litmus: %s", table.ratio("renewal", "litmus").atMost(1.01));
    if (members == 4) {
      tell(table, table.median("litmus"), TARGET_OF_4_MILLIS);
    }
    System.out.println(table);
  }

  private static void large(Posix posix, RawPath root, int members) throws Exception {
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
      tell(table, table.median("litmus"), TARGET_OF_64_MILLIS);
    }
    System.out.println(table);
  }

  private static void tell(Table table, double nanos, double targetMillis) {
    double millis = nanos / NANOS_PER_MILLI;
    String became = millis <= targetMillis ? "met" : "missed";
    table.line("  %.2f ms; target at most %.1f ms: %s", millis, targetMillis, became);
  }
}
