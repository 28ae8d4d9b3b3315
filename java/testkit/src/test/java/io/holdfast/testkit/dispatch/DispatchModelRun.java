package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.TargetContract;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup.Action;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** One random run of {@link DispatchModelTest}. */
final class DispatchModelRun {

  private static final int JOBS = 14;
  private static final int TARGETS = 9;
  private static final int COORDINATORS = 3;
  private static final int WORKERS = 2;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long TTL_MILLIS = DispatchContract.TTL_MILLIS;
  private static final int TURNS_TO_THE_END = 2_000;
  private static final List<PosixCall> FAILING =
      List.of(PosixCall.RENAMEAT2, PosixCall.FSYNC, PosixCall.OPENAT, PosixCall.LINKAT);

  /** What has happened in all runs: a run in which nothing happens proves nothing. */
  static final class Tally {
    private long sent;
    private long committed;
    private long killed;
    private long frozen;
    private long faults;
    private long ended;
    private long recovered;

    boolean isEverythingSeen() {
      return sent > committed
          && committed > 0
          && killed > 0
          && frozen > 0
          && faults > 0
          && ended > 0
          && recovered > 0;
    }

    @Override
    public String toString() {
      return ("%d sent, %d committed, %d killed, %d frozen, %d faults, %d ended,"
              + " %d commits recovered")
          .formatted(sent, committed, killed, frozen, faults, ended, recovered);
    }
  }

  private final Random random;
  private final String where;
  private final Tally tally;
  private final DispatchFlaw flaw;
  private final SimDisk disk = SimDisk.create(SimCapabilities.full());
  private final Map<String, Job> jobs = new TreeMap<>();
  private final List<DispatchSeat> seats = new ArrayList<>();
  private final Map<String, Long> outside = new HashMap<>();
  private final Map<String, Integer> learnt = new TreeMap<>();
  private int opened;

  DispatchModelRun(Random random, String where, Tally tally, DispatchFlaw flaw) {
    this.random = random;
    this.where = where;
    this.tally = tally;
    this.flaw = flaw;
    for (int i = 0; i < JOBS; i++) {
      jobs.put("job" + i, job(i));
    }
  }

  private Job job(int number) {
    JsonObject input = new JsonObject(Map.of("seed", new JsonString("s" + number)));
    if (number % 4 == 0) {
      return Job.of(input);
    }
    return new Job(
        input,
        new TargetContract(
            OptionalLong.of(1 + random.nextInt(TARGETS)),
            List.of(new Action(1 + random.nextInt(TARGETS), "solve"))),
        new JsonObject(Map.of()));
  }

  void run(int steps) throws Exception {
    for (String name : List.of("/d", "/d/work", "/d/targets")) {
      byte[] path = name.getBytes(StandardCharsets.US_ASCII);
      assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, path, 0700)).isZero();
    }
    for (int i = 0; i < COORDINATORS; i++) {
      seats.add(open());
    }
    for (int step = 0; step < steps; step++) {
      act(step);
      letTimePassForAll();
      requireNoTargetTwice();
    }
    finish();
  }

  private DispatchSeat open() throws Exception {
    opened++;
    Seat seat = new Seat(disk.newProcess(), DurableOptions.defaults(), opened);
    seats.stream().findFirst().ifPresent(first -> catchUp(seat, first.seat()));
    DispatchSeat one =
        new DispatchSeat(
            "c" + opened,
            seat,
            RawPath.of("/d/work"),
            RawPath.of("/d/targets"),
            WORKERS,
            limits -> limits.withPrefetch(1).withStopNanos(1),
            flaw);
    one.results().withOutside(outside, learnt);
    jobs.forEach(one.wishes()::offer);
    return one;
  }

  private static void catchUp(Seat seat, Seat other) {
    seat.pass(Math.max(0, (other.nanoTime() - seat.nanoTime()) / NANOS_PER_MILLI));
  }

  private void act(int step) throws Exception {
    int which = random.nextInt(seats.size());
    DispatchSeat seat = seats.get(which);
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> pass(TTL_MILLIS / 5);
      case 3, 4 -> endWork(seat);
      case 5 -> {
        if (step % 3 == 0) {
          tally.killed++;
          account(seat);
          seat.vanish();
          seats.set(which, open());
        }
      }
      case 6 -> {
        if (step % 4 == 0) {
          freeze(which);
        }
      }
      case 7 -> {
        if (step % 3 == 0) {
          tally.faults++;
          PosixCall call = FAILING.get(random.nextInt(FAILING.size()));
          seat.seat().faults().inject(Fault.of(call, Errno.EIO));
        }
      }
      case 8 -> {
        seat.results().failTimes(1 + random.nextInt(3));
        endWork(seat);
        turn(which);
      }
      default -> turn(which);
    }
  }

  private void endWork(DispatchSeat seat) {
    for (Map.Entry<Integer, Assignment> each : seat.workers().working().entrySet()) {
      if (random.nextInt(5) == 0) {
        seat.workers().fail(each.getKey());
      } else {
        seat.workers().finish(each.getKey(), manifest(each.getValue()));
      }
    }
  }

  private static JsonObject manifest(Assignment assignment) {
    return new JsonObject(Map.of("output", new JsonString(assignment.id().hex())));
  }

  private void turn(int which) throws Exception {
    DispatchSeat seat = seats.get(which);
    seat.turn();
    requireEveryRowOnce(seat);
    if (seat.dispatcher().state() != Dispatcher.State.RUNNING) {
      tally.ended++;
      for (int i = 0; i < 3; i++) {
        seat.seat().pass(1);
        seat.turn();
      }
      assertThat(seat.dispatcher().state()).as(where).isEqualTo(Dispatcher.State.STOPPED);
      account(seat);
      seat.vanish();
      seats.set(which, open());
    }
  }

  /** Every row ends once, and only what is held has not ended. */
  private void requireEveryRowOnce(DispatchSeat seat) {
    Dispatcher dispatcher = seat.dispatcher();
    int held = dispatcher.pending() + dispatcher.active() + dispatcher.committing();
    assertThat((long) seat.rows().ended() + held)
        .as(where + ": rows of " + seat.name())
        .isEqualTo(seat.admitted());
  }

  private void account(DispatchSeat seat) {
    requireEveryRowOnce(seat);
    tally.sent += seat.dispatcher().counters().value(Count.SENT);
    tally.committed += seat.dispatcher().counters().value(Count.COMMITTED);
    tally.recovered += seat.dispatcher().counters().value(Count.COMMITS_RECOVERED);
  }

  /** One stands still for two ttls while the others go on; its workers do too. */
  private void freeze(int which) throws Exception {
    tally.frozen++;
    for (int i = 0; i < 10; i++) {
      pass(TTL_MILLIS / 5);
      for (int other = 0; other < seats.size(); other++) {
        if (other != which) {
          endWork(seats.get(other));
          turn(other);
          letTimePassForAll();
          requireNoTargetTwice();
        }
      }
    }
    endWork(seats.get(which));
  }

  private void pass(long millis) {
    seats.forEach(seat -> seat.seat().pass(millis));
  }

  /** While one waits for the storage, time passes for the others as well. */
  private void letTimePassForAll() {
    long latest = seats.stream().mapToLong(seat -> seat.seat().nanoTime()).max().orElseThrow();
    for (DispatchSeat seat : seats) {
      seat.seat().pass((latest - seat.seat().nanoTime() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }
  }

  /** Of the jobs whose targets are leased by sessions that can be trusted, no two share one. */
  private void requireNoTargetTwice() {
    Map<Long, String> holders = new HashMap<>();
    for (DispatchSeat seat : seats) {
      if (!seat.targets().session().orElseThrow().isTrusted()
          || !seat.work().session().orElseThrow().isTrusted()) {
        continue;
      }
      seat.workers()
          .working()
          .forEach(
              (worker, assignment) -> {
                String who = seat.name() + " worker " + worker;
                for (long target : targets(assignment)) {
                  String other = holders.put(target, who);
                  if (other != null) {
                    throw new AssertionError(
                        where + ": target " + target + " is worked on by " + other + " and " + who);
                  }
                }
              });
    }
  }

  private static Set<Long> targets(Assignment assignment) {
    Set<Long> targets = new HashSet<>();
    assignment
        .payload()
        .get("target")
        .ifPresent(target -> targets.add(((JsonNumber) target).toLong().orElseThrow()));
    ((JsonArray) assignment.payload().get("actions").orElseThrow())
        .items()
        .forEach(
            action ->
                targets.add(
                    ((JsonNumber) ((JsonObject) action).get("target").orElseThrow())
                        .toLong()
                        .orElseThrow()));
    return targets;
  }

  /** Whatever has happened: one that is left alone brings all of it to its end. */
  private void finish() throws Exception {
    while (seats.size() > 1) {
      DispatchSeat gone = seats.remove(0);
      account(gone);
      gone.vanish();
    }
    for (int turn = 0; turn < TURNS_TO_THE_END && !seats.get(0).dispatcher().isQuiet(); turn++) {
      pass(TTL_MILLIS / 5);
      seats.get(0).seat().faults().heal();
      seats.get(0).results().failTimes(0);
      turn(0);
      endAll(seats.get(0));
    }
    DispatchSeat last = seats.get(0);
    last.seat().faults().heal();
    account(last);
    if (!last.dispatcher().isQuiet()) {
      throw new AssertionError(where + ": this does not come to its end: " + left(last));
    }
    for (Map.Entry<String, Job> job : jobs.entrySet()) {
      assertThat(last.status(job.getValue().id()))
          .as(where + ": " + job.getKey())
          .contains(LeaseStatus.DONE);
      assertThat(outside).as(where).containsKey(job.getValue().id().hex());
    }
    assertThat(learnt.values()).as(where + ": learnt from once").allMatch(times -> times == 1);
    last.close();
  }

  private String left(DispatchSeat seat) throws Exception {
    StringBuilder left = new StringBuilder();
    for (Map.Entry<String, Job> job : jobs.entrySet()) {
      if (!seat.status(job.getValue().id()).equals(Optional.of(LeaseStatus.DONE))) {
        left.append(job.getKey()).append(' ').append(seat.work().read(job.getValue().id()));
        left.append(' ').append(seat.wishes().endings().get(job.getKey())).append("; ");
      }
    }
    return left
        + " "
        + seat.dispatcher().end()
        + seat.dispatcher().counters().values()
        + " pending "
        + seat.dispatcher().pending()
        + " active "
        + seat.dispatcher().active()
        + " committing "
        + seat.dispatcher().committing()
        + " idle "
        + seat.workers().idle();
  }

  private void endAll(DispatchSeat seat) {
    for (Map.Entry<Integer, Assignment> each : seat.workers().working().entrySet()) {
      seat.workers().finish(each.getKey(), manifest(each.getValue()));
    }
  }
}
