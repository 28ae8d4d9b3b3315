package io.holdfast.campaign.crew;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.mpi.MpiBridge;
import io.holdfast.exchange.mpi.MpiExchange;
import io.holdfast.exchange.mpi.MpiGroup;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The program of every rank of a campaign that is an MPI job, see {@link MpiSeats}. */
public final class MpiMain {

  private static final String NEXT = "--";
  private static final int FIRST = 0;

  private final Posix kernel;
  private final NanoClock clock;
  private final MpiBridge bridge;
  private final MpiSeats seats;

  private MpiMain(Posix kernel, NanoClock clock, MpiBridge bridge, MpiSeats seats) {
    this.kernel = kernel;
    this.clock = clock;
    this.bridge = bridge;
    this.seats = seats;
  }

  /**
   * As arguments, the same for all ranks.
   *
   * @param tasks of all coordinators, by number
   */
  public static List<String> words(List<CrewTask> tasks) {
    List<String> words = new ArrayList<>();
    for (CrewTask task : tasks) {
      words.addAll(task.words());
      words.add(NEXT);
    }
    return words;
  }

  /** How many ranks the job of some coordinators has. */
  public static int ranks(List<CrewTask> tasks) {
    return seats(tasks).ranks();
  }

  private static MpiSeats seats(List<CrewTask> tasks) {
    return new MpiSeats(tasks.size(), tasks.get(FIRST).workers());
  }

  private static List<CrewTask> tasks(List<String> words) {
    List<CrewTask> tasks = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < words.size(); at++) {
      if (words.get(at).equals(NEXT)) {
        tasks.add(CrewTask.of(words.subList(from, at)));
        from = at + 1;
      }
    }
    return tasks;
  }

  /**
   * The program. A rank that does not come to its end keeps its bridge open, so that the others are
   * told that it was lost.
   *
   * @param arguments {@link #words}
   */
  public static void main(String[] arguments) throws Exception {
    List<CrewTask> tasks = tasks(Arrays.asList(arguments));
    Posix kernel = Bindings.load();
    NanoClock clock = LeaseClocks.system(kernel).boot();
    MpiBridge bridge = MpiBridge.open(kernel, clock, System.getenv());
    MpiSeats seats = seats(tasks);
    if (bridge.ranks() != seats.ranks()) {
      throw new ExchangeException(
          "the job has " + bridge.ranks() + " ranks and not " + seats.ranks());
    }
    new MpiMain(kernel, clock, bridge, seats).run(tasks.get(seats.crew(bridge.rank())));
    bridge.close();
  }

  private void run(CrewTask task) throws Exception {
    if (seats.isCoordinator(bridge.rank())) {
      coordinate(task);
    } else {
      MpiGroup crew = join(task);
      Worker.work(kernel, task, seats.worker(bridge.rank()), new MpiLink(crew, clock));
    }
  }

  private void coordinate(CrewTask task) throws Exception {
    BooleanSupplier own =
        bridge.rank() == FIRST ? Lifeline.on(line -> {})::isAskedToEnd : () -> false;
    MpiGroup others = bridge.join("coordinators", seats.coordinatorRanks());
    boolean lossEnds = task.renewMillis().isEmpty();
    CoordinatorEnd end =
        CoordinatorProgram.run(
            kernel,
            task,
            boot -> new MpiCrew(join(task), boot),
            () -> MpiExchange.on(bridge.join("qualification", seats.coordinatorRanks())),
            new AskedTogether(others, clock, own, lossEnds));
    CoordinatorProgram.leave(end);
  }

  private MpiGroup join(CrewTask task) throws ExchangeException {
    return bridge.join("crew-" + task.coordinator(), seats.members(task.coordinator()));
  }
}
