package io.holdfast.testkit.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What is done to a directory that holds two directories, {@code a} and {@code b}. Each thread has
 * names of its own in both.
 */
public enum Workload {
  PUBLISH(1, 1) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.publish("a/new", 1);
      verbs.publish("a/new", 2);
      verbs.publish("b/old", 2);
      verbs.publish("b/new", 1);
    }
  },
  REPLACE(1, 1) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.replace("a/new", 1);
      verbs.replace("a/old", 2);
      verbs.replace("b/old", 2);
      verbs.replace("a/old", 3);
    }
  },
  PROMOTE(1, 1) {
    @Override
    void prepare(Verbs verbs, Ledger ledger) {
      declareMove(ledger, "stage-one", "one");
      declareMove(ledger, "stage-two", "two");
      declareMove(ledger, "stage-three", "three");
      verbs.replaceIn("b/one", "a/stage-one", 1);
      verbs.replaceIn("b/two", "a/stage-two", 1);
      verbs.replaceIn("b/two", "b/two", 9);
      verbs.replaceIn("b/three", "a/stage-three", 1);
      verbs.replaceIn("b/three", "b/three", 9);
    }

    @Override
    void run(int thread, Verbs verbs) {
      verbs.promote("a/stage-one", "b/one");
      verbs.promote("a/stage-two", "b/two");
      verbs.renameNoReplace("a/stage-three", "b/three");
    }
  },
  NO_REPLACE(1, 1) {
    @Override
    void prepare(Verbs verbs, Ledger ledger) {
      declareMove(ledger, "stage-one", "one");
      verbs.replaceIn("b/one", "a/stage-one", 1);
    }

    @Override
    void run(int thread, Verbs verbs) {
      verbs.renameNoReplace("a/stage-one", "b/one");
    }
  },
  REMOVE(1, 1) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.remove("a/old");
      verbs.remove("a/old");
      verbs.remove("b/new");
      verbs.replace("b/old", 2);
      verbs.remove("b/old");
    }
  },
  BATCH(1, 1) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.batch(List.of("a/old", "b/old", "a/new", "b/new", "a/other"), 2);
      verbs.batch(List.of("b/old", "a/early", "a/old"), 3);
      verbs.batch(List.of("b/other"), 4);
    }
  },
  DIRECTORIES(1, 1) {
    @Override
    void prepare(Verbs verbs, Ledger ledger) {
      declareTree(ledger, "tree-made");
      declareTree(ledger, "tree-gone");
      verbs.makeDirs("tree-gone", List.of("tree-gone", "x", "y"));
    }

    @Override
    void run(int thread, Verbs verbs) {
      verbs.makeDirs("tree-made", List.of("tree-made", "x", "y"));
      verbs.removeTree("tree-gone", "tree-gone", 1);
      verbs.removeTree("tree-made", "tree-made", 100);
    }
  },
  /** Four threads whose barriers are shared. */
  SHARED_BARRIERS(1, 4) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.replace("a/new" + thread, 1);
      verbs.replace("a/old" + thread, 2);
      verbs.publish("a/other" + thread, 1);
      verbs.remove("a/old" + thread);
      verbs.replace("a/new" + thread, 2);
    }
  },
  /** Three threads with batches over the same directories. */
  SHARED_BATCHES(1, 3) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.batch(List.of("a/old" + thread, "b/old" + thread, "a/new" + thread), 2);
      verbs.batch(List.of("b/new" + thread, "a/new" + thread), 3);
    }
  },
  /** Two processes of two threads each, which share nothing but the storage. */
  PROCESSES(2, 2) {
    @Override
    void run(int thread, Verbs verbs) {
      verbs.replace("a/old" + thread, 2);
      verbs.publish("b/new" + thread, 1);
      verbs.batch(List.of("a/new" + thread, "a/old" + thread), 3);
    }
  };

  private static final List<String> NAMES = List.of("old", "new", "other", "early");

  private final int processes;
  private final int threads;

  Workload(int processes, int threads) {
    this.processes = processes;
    this.threads = threads;
  }

  /** Those of one thread, in which calls have a number that is the same in every run. */
  public static List<Workload> ofOneThread() {
    return Arrays.stream(values())
        .filter(workload -> workload.processes * workload.threads == 1)
        .toList();
  }

  /** How many processes it has. */
  public int processes() {
    return processes;
  }

  /** How many threads each process has. */
  public int threads() {
    return threads;
  }

  /** The name for people and system properties: {@code shared-barriers}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The directories that it works in. */
  static List<String> directories() {
    return List.of("a", "b");
  }

  /** Makes the beginning, durably, and declares every unit; by default one for each name. */
  void prepare(Verbs verbs, Ledger ledger) {
    for (String directory : directories()) {
      for (String suffix : suffixes()) {
        for (String name : NAMES) {
          String at = directory + "/" + name + suffix;
          ledger.declare(at, at::equals, Claim.exactly(Map.of()));
          if (name.equals("old")) {
            verbs.replace(at, 1);
          }
        }
      }
    }
  }

  /**
   * Does what one thread does.
   *
   * @param thread its number among the threads of all processes
   */
  abstract void run(int thread, Verbs verbs);

  private List<String> suffixes() {
    int all = processes * threads;
    return all == 1 ? List.of("") : IntStream.range(0, all).mapToObj(Integer::toString).toList();
  }

  /** One unit of a name in {@code a} and the name in {@code b} to which it moves. */
  private static void declareMove(Ledger ledger, String from, String to) {
    List<String> both = new ArrayList<>(List.of("a/" + from, "b/" + to));
    ledger.declare("b/" + to, both::contains, Claim.exactly(Map.of()));
  }

  private static void declareTree(Ledger ledger, String tree) {
    Predicate<String> below = path -> path.equals(tree) || path.startsWith(tree + "/");
    ledger.declare(tree, below, Claim.exactly(Map.of()));
  }
}
