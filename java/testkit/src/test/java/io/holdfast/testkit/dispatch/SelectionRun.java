package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.Admitted;
import io.holdfast.dispatch.Filling;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.LocalReservations;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.dispatch.Standing;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.testkit.dispatch.SelectionDesk.Entry;
import io.holdfast.testkit.dispatch.SharedTargets.Coordinator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Three schedulers, two of them in one process, that fill and end work at random, beside a model
 * that knows what each of them holds: what may be admitted, what must be, and what may have changed
 * by it.
 */
final class SelectionRun implements AutoCloseable {

  static final int TARGETS = 8;

  private static final List<Ending> ENDINGS = List.of(Ending.values());

  private final SplittableRandom random;
  private final SharedTargets shared = new SharedTargets(Protocol.FENCE);
  private final List<SelectionDesk> desks = new ArrayList<>();
  private long nowNanos;
  private Filling.Counts totals = new Filling.Counts(0, 0, 0, 0, 0, 0);

  SelectionRun(long seed, Optional<SelectionMutant> mutant) throws Exception {
    this.random = new SplittableRandom(seed);
    this.nowNanos = random.nextLong();
    Coordinator alpha = shared.join("alpha");
    LocalReservations ofAlpha = new LocalReservations();
    int percent = random.nextInt(101);
    desks.add(new SelectionDesk(alpha, ofAlpha, percent, mutant));
    desks.add(new SelectionDesk(alpha, ofAlpha, 100 - percent, mutant));
    desks.add(new SelectionDesk(shared.join("beta"), new LocalReservations(), 50, mutant));
  }

  /** Works, and then ends whatever is there. */
  Filling.Counts run(int steps) throws Exception {
    for (int step = 0; step < steps; step++) {
      SelectionDesk desk = desks.get(random.nextInt(desks.size()));
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> desk.addJob(random);
        case 3 -> nowNanos += random.nextLong(2 * SelectionDesk.COOLDOWN.longestNanos());
        case 4 -> endOne(desk, ENDINGS.get(random.nextInt(ENDINGS.size())));
        default -> fill(desk, random.nextInt(5), random.nextInt(10) == 0);
      }
    }
    finish();
    return totals;
  }

  private void endOne(SelectionDesk desk, Ending ending) throws Exception {
    if (!desk.held().isEmpty()) {
      desk.end(desk.held().get(random.nextInt(desk.held().size())), ending);
    }
  }

  /** Nobody starves: while anything waits and nobody is in the way, something is admitted. */
  private void finish() throws Exception {
    for (SelectionDesk desk : desks) {
      endAll(desk, Ending.GIVEN_UP);
    }
    for (SelectionDesk desk : desks) {
      while (desk.waiting() > 0) {
        nowNanos += SelectionDesk.COOLDOWN.longestNanos();
        fill(desk, 1 + random.nextInt(3), false);
        assertThat(desk.held()).as("work while %d jobs wait", desk.waiting()).isNotEmpty();
        endAll(desk, Ending.COMMITTED);
      }
    }
  }

  private static void endAll(SelectionDesk desk, Ending ending) throws Exception {
    while (!desk.held().isEmpty()) {
      desk.end(desk.held().get(0), ending);
    }
  }

  private void fill(SelectionDesk desk, int limit, boolean fails) throws Exception {
    Map<Entry, Standing> before = desk.standings();
    SelectionDesk.Shares shares = desk.shares(limit);
    Filling filling = desk.fill(limit, nowNanos, fails);
    totals = sum(totals, filling.counts());

    requireCounts(filling, limit);
    requireStandings(desk, before, filling);
    requireDisjoint();
    requireLeases();
    if (filling.failure().isEmpty()) {
      requireConservation(desk, filling, limit);
      shares.require(entry -> isFree(desk, entry));
    } else {
      assertThat(fails).as("nothing fails by itself: %s", filling.failure()).isTrue();
    }
  }

  private static Filling.Counts sum(Filling.Counts one, Filling.Counts other) {
    return new Filling.Counts(
        one.proposals() + other.proposals(),
        one.admitted() + other.admitted(),
        one.localConflicts() + other.localConflicts(),
        one.conflicts() + other.conflicts(),
        one.undecided() + other.undecided(),
        one.backfills() + other.backfills());
  }

  private static void requireCounts(Filling filling, int limit) {
    Filling.Counts counts = filling.counts();
    assertThat(filling.admitted()).as("workers to fill").hasSizeLessThanOrEqualTo(limit);
    assertThat(counts.admitted()).isEqualTo(filling.admitted().size());
    assertThat(
            counts.admitted() + counts.localConflicts() + counts.conflicts() + counts.undecided())
        .as("every proposal ends in one way")
        .isEqualTo(counts.proposals());
    assertThat(counts.undecided()).isEqualTo(filling.failure().isPresent() ? 1 : 0);
  }

  /** What was admitted has moved by one, and nothing else has moved at all. */
  private void requireStandings(SelectionDesk desk, Map<Entry, Standing> before, Filling filling) {
    Set<Entry> admitted = new HashSet<>();
    filling.admitted().forEach(one -> admitted.add(desk.entry(one)));
    desk.standings()
        .forEach(
            (entry, standing) -> {
              Standing old = before.get(entry);
              if (admitted.contains(entry)) {
                assertThat(old.inWork()).as("%s was in work", entry).isFalse();
                assertThat(standing.inWork()).as("%s is in work", entry).isTrue();
                assertThat(standing.attempts()).isEqualTo(old.attempts() + 1);
                assertThat(standing.lastScheduledNanos()).hasValue(nowNanos);
                assertThat(SelectionDesk.isCool(old, nowNanos)).as("%s is cool", entry).isTrue();
              } else {
                assertThat(standing).as("%s was not admitted", entry).isEqualTo(old);
              }
            });
  }

  /** No target is worked on twice at a time, and no job by two schedulers of one process. */
  private void requireDisjoint() {
    Set<Object> seen = new HashSet<>();
    for (SelectionDesk desk : desks) {
      for (Admitted admitted : desk.held()) {
        for (long target : SelectionDesk.targets(admitted.job())) {
          assertThat(seen.add(target)).as("target %d is held once", target).isTrue();
        }
        assertThat(seen.add(List.of(desk.process(), admitted.job().id()))).isTrue();
      }
    }
  }

  /** What is leased is what is held, by its token: nothing leaks, nothing is made up. */
  private void requireLeases() throws Exception {
    Map<Long, LeaseToken> held = new HashMap<>();
    for (SelectionDesk desk : desks) {
      for (Admitted admitted : desk.held()) {
        for (long target : SelectionDesk.targets(admitted.job())) {
          held.put(target, admitted.targetToken().orElseThrow());
        }
      }
    }
    Map<Long, LeaseToken> leased = new HashMap<>();
    for (long target = 1; target <= TARGETS; target++) {
      Reading reading = desks.get(2).process().table().read(target);
      if (reading instanceof Reading.Present present
          && present.record().status() == LeaseStatus.LEASED) {
        leased.put(target, present.record().token());
      }
    }
    assertThat(leased).as("leases by target").isEqualTo(held);
  }

  /** No worker is idle while something could be done; no lane is passed over. */
  private void requireConservation(SelectionDesk desk, Filling filling, int limit) {
    int lanes = filling.admitted().size() < limit ? SelectionDesk.LANES : 0;
    for (Admitted admitted : filling.admitted()) {
      lanes = Math.max(lanes, desk.entry(admitted).lane());
    }
    for (Entry entry : desk.standings().keySet()) {
      if (entry.lane() < lanes) {
        assertThat(isFree(desk, entry)).as("%s could be done", entry).isFalse();
      }
    }
  }

  private boolean isFree(SelectionDesk desk, Entry entry) {
    return desk.isWilling(entry, nowNanos)
        && desks.stream().noneMatch(other -> other.isInTheWay(desk, entry.job()));
  }

  @Override
  public void close() {
    shared.close();
  }

  /** For messages. */
  static String describe(Job job) {
    return job.id().hex().substring(0, 6) + SelectionDesk.targets(job);
  }
}
