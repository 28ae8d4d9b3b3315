package io.holdfast.lab.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.lease.ContestedTable;
import java.nio.file.Path;

/** Inside of the lab's namespaces: a contest on each of some ways to mount. */
final class FenceContestMain {

  private static final long SEED = 20_261_130;

  /** Who was frozen without a lease lost none: then another contest follows. */
  private static final int MOST_CONTESTS = 4;

  private FenceContestMain() {}

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, how many seconds each takes, and
   *     mount options, one word for each way
   */
  public static void main(String[] arguments) throws Exception {
    Path scratch = LabNamespace.enter(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    NfsGuests guests = new NfsGuests(scratch.resolve("guests"));
    for (int way = 2; way < arguments.length; way++) {
      String options = arguments[way];
      guests.mount(options, options);
      FenceContest contest = new FenceContest(guests, scratch);
      long steals = 0;
      for (int table = 0; table < MOST_CONTESTS && steals == 0; table++) {
        ContestedTable.Result result =
            contest.run("table-" + way + "-" + table, seconds, SEED + table);
        System.out.println(options + ": " + result);
        assertThat(result.violations()).as("%s, seed %d", options, SEED + table).isEmpty();
        assertThat(result.transitions()).as("transitions").isPositive();
        steals += result.steals();
      }
      assertThat(steals).as("leases taken from the frozen").isPositive();
      guests.unmount();
    }
  }
}
