package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.Admitted;
import io.holdfast.dispatch.ConcurrencyLane;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.Filling;
import io.holdfast.dispatch.LocalAdmission;
import io.holdfast.dispatch.LocalReservations;
import io.holdfast.dispatch.LocalReservations.Reservation;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.dispatch.SchedulerLimits;
import io.holdfast.dispatch.Selector.Ending;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What keeps the schedulers of one process apart. */
class LocalReservationsTest {

  private static final long NOW = -5;
  private static final long DEADLINE = 100;

  private final LocalReservations reservations = new LocalReservations();

  private Reservation reserve(String input, long... targets) {
    return reservations.reserve(Jobs.on(input, targets), DEADLINE, NOW).orElseThrow();
  }

  private boolean isFree(long nowNanos, long... targets) {
    var probe = reservations.reserve(Jobs.on("probe", targets), DEADLINE + 100, nowNanos);
    probe.ifPresent(reservations::release);
    return probe.isPresent();
  }

  @Test
  void overlappingGroupIsRefusedAndNothingOfItReserved() {
    reserve("a", 11, 22);

    assertThat(reservations.reserve(Jobs.on("b", 22, 33), DEADLINE, NOW)).isEmpty();

    assertThat(isFree(NOW, 33)).isTrue();
  }

  @Test
  void theSameWorkIsRefusedWithoutAnyTarget() {
    reserve("a");

    assertThat(reservations.reserve(Jobs.on("a"), DEADLINE, NOW)).isEmpty();
    assertThat(reservations.reserve(Jobs.on("b"), DEADLINE, NOW)).isPresent();
  }

  @Test
  void releaseFreesAllOfIt() {
    Reservation reservation = reserve("a", 11, 22);

    reservations.release(reservation);

    assertThat(reservations.size()).isZero();
  }

  @Test
  void deadlineFreesWhatSomebodyElseNeeds() {
    reserve("a", 11, 22);

    assertThat(isFree(DEADLINE - 1, 22)).isFalse();
    assertThat(isFree(DEADLINE, 22)).isTrue();
    assertThat(reservations.size()).as("all of it is over").isZero();
  }

  @Test
  void lateReleaseNeverFreesANewerReservation() {
    Reservation late = reserve("a", 11, 22);
    Reservation newer =
        reservations.reserve(Jobs.on("b", 22, 33), 2 * DEADLINE, DEADLINE).orElseThrow();

    reservations.release(late);

    assertThat(isFree(DEADLINE, 22)).isFalse();
    assertThat(reservations.extend(late, 3 * DEADLINE)).as("it is over").isFalse();
    assertThat(reservations.extend(newer, 3 * DEADLINE)).isTrue();
    assertThat(isFree(2 * DEADLINE, 22)).isFalse();
  }

  @Test
  void reservationOfTheSameWorkIsAnother() {
    Reservation late = reserve("a", 11);
    assertThat(reservations.reserve(Jobs.on("a", 11), 2 * DEADLINE, DEADLINE)).isPresent();

    reservations.release(late);

    assertThat(isFree(DEADLINE, 11)).isFalse();
  }

  @Test
  void hintMayWidenAReservation() {
    Reservation reservation = reserve("a");
    reserve("b", 77);

    assertThat(reservations.widen(reservation, Jobs.on("a", 66, 77), NOW)).isFalse();
    assertThat(isFree(NOW, 66)).as("all or nothing").isTrue();
    assertThat(reservations.widen(reservation, Jobs.on("a", 88), NOW)).isTrue();
    assertThat(isFree(NOW, 88)).isFalse();

    reservations.release(reservation);
    assertThat(isFree(NOW, 88)).isTrue();
    assertThat(reservations.widen(reservation, Jobs.on("a", 88), NOW)).isFalse();
  }

  /** No lease keeps them apart: the admission grants everything. */
  @Test
  void twoSchedulersOfOneProcessNeverHoldOverlappingGroups() {
    long seed = Long.getLong("holdfast.selection.seed", 20_261_130);
    System.out.println("two schedulers with seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<Scheduler> schedulers = List.of(scheduler(random), scheduler(random));
    List<List<Admitted>> held = List.of(new ArrayList<>(), new ArrayList<>());
    int conflicts = 0;
    for (int step = 0; step < 500; step++) {
      int who = random.nextInt(2);
      List<Admitted> mine = held.get(who);
      if (!mine.isEmpty() && random.nextInt(3) == 0) {
        Admitted ended = mine.remove(random.nextInt(mine.size()));
        reservations.release(ended.reservation());
        schedulers.get(who).ended(ended.proposal(), Ending.GIVEN_UP);
      }
      Filling filling = schedulers.get(who).fill(random.nextInt(3), NOW + step);
      mine.addAll(filling.admitted());
      conflicts += (int) filling.counts().localConflicts();
      requireDisjoint(held);
    }
    assertThat(conflicts).isPositive();
  }

  private Scheduler scheduler(SplittableRandom random) {
    ConcurrencyLane lane = new ConcurrencyLane("lane", 100, Cooldown.NONE, 3);
    for (int i = 0; i < 30; i++) {
      long[] targets = random.longs(random.nextInt(1, 4), 1, 20).toArray();
      lane.add("job-" + i, "key-" + random.nextInt(5), Jobs.on("seed-" + i % 20, targets));
    }
    return new Scheduler(
        List.of(lane),
        new ReplayFallback("nothing", 1, Cooldown.NONE),
        reservations,
        new LocalAdmission(),
        SchedulerLimits.ofReservation(1_000_000));
  }

  private static void requireDisjoint(List<List<Admitted>> held) {
    Set<Long> seen = new HashSet<>();
    for (List<Admitted> mine : held) {
      for (Admitted admitted : mine) {
        for (long target : admitted.job().contract().group().orElseThrow().targets()) {
          assertThat(seen.add(target)).as("target %d is worked on once", target).isTrue();
        }
      }
    }
  }
}
