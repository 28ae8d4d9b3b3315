package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.Admitted;
import io.holdfast.dispatch.ConcurrencyLane;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.Filling;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.LocalReservations;
import io.holdfast.dispatch.PrefixQueue;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.dispatch.SchedulerLimits;
import io.holdfast.dispatch.Selector;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.dispatch.Standing;
import io.holdfast.dispatch.TargetRanking;
import io.holdfast.posix.Errno;
import io.holdfast.target.TargetGroup;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.dispatch.SharedTargets.Coordinator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** One scheduler of a run with all four lanes, and the model of what it knows and holds. */
final class SelectionDesk {

  static final int LANES = 4;
  static final Cooldown COOLDOWN = new Cooldown(1_000, 5_000);

  private static final int MOST_JOBS = 12;
  private static final int BOUND_PER_KEY = 2;
  private static final List<String> NAMES = List.of("prefix", "ranking", "concurrency", "replay");

  private final Coordinator process;
  private final LocalReservations reservations;
  private final int highPercent;
  private final PrefixQueue prefixes;
  private final TargetRanking ranking = new TargetRanking(NAMES.get(1), MOST_JOBS, COOLDOWN);
  private final ConcurrencyLane concurrency =
      new ConcurrencyLane(NAMES.get(2), MOST_JOBS, COOLDOWN, BOUND_PER_KEY);
  private final ReplayFallback replay = new ReplayFallback(NAMES.get(3), MOST_JOBS, COOLDOWN);
  private final Scheduler scheduler;
  private final Map<String, Entry> entries = new HashMap<>();
  private final List<Admitted> held = new ArrayList<>();
  private boolean failing;
  private int added;

  SelectionDesk(
      Coordinator process,
      LocalReservations reservations,
      int highPercent,
      Optional<SelectionMutant> mutant) {
    this.process = process;
    this.reservations = reservations;
    this.highPercent = highPercent;
    this.prefixes = new PrefixQueue(NAMES.get(0), MOST_JOBS, COOLDOWN, highPercent);
    ForwardingAdmission admission =
        new ForwardingAdmission(process.admission()) {
          @Override
          public Answer admit(TargetGroup group, Job job) throws Exception {
            if (failing) {
              process.seat().faults().inject(Fault.of(PosixCall.OPENAT, Errno.EIO).forEver());
            }
            return super.admit(group, job);
          }
        };
    List<Selector> lanes = List.of(prefixes, ranking, concurrency);
    this.scheduler =
        new Scheduler(
            lanes.stream().map(lane -> mutant.map(m -> m.applyTo(lane)).orElse(lane)).toList(),
            mutant.map(m -> m.applyTo((Selector) replay)).orElse(replay),
            reservations,
            mutant.map(m -> m.applyTo(admission)).orElse(admission),
            new SchedulerLimits(Integer.MAX_VALUE, 1, 0, SchedulerLimits.LONGEST_NANOS));
  }

  /**
   * A job that some lane knows.
   *
   * @param beside its conflict key
   * @param parents what it builds on
   */
  record Entry(int lane, String key, Job job, String beside, Set<String> parents) {
    @Override
    public String toString() {
      return NAMES.get(lane) + " " + key + SelectionRun.describe(job);
    }
  }

  Coordinator process() {
    return process;
  }

  List<Admitted> held() {
    return held;
  }

  Entry entry(Admitted admitted) {
    return entries.get(admitted.proposal().key());
  }

  /** Adds a job with up to three targets to a lane; one in four inputs is known elsewhere. */
  void addJob(SplittableRandom random) {
    int lane = random.nextInt(LANES);
    String key = String.format("%c%02d", 'a' + random.nextInt(26), added++);
    int count = random.nextInt(lane == 1 ? 1 : 0, 4);
    long[] targets = random.longs(count, 1, SelectionRun.TARGETS + 1).toArray();
    String input = random.nextInt(4) == 0 ? "shared-" + random.nextInt(3) : key + process.owner();
    String beside = "key-" + random.nextInt(3);
    Set<String> parents =
        entries.values().stream()
            .filter(entry -> entry.lane() == 0 && random.nextInt(4) == 0)
            .map(Entry::key)
            .collect(Collectors.toSet());
    Job job = Jobs.on(input, targets);
    boolean taken =
        switch (lane) {
          case 0 -> prefixes.add(key, parents, job);
          case 1 -> ranking.add(key, 1 + random.nextInt(100), job);
          case 2 -> concurrency.add(key, beside, job);
          default -> replay.add(key, job);
        };
    if (taken) {
      entries.put(key, new Entry(lane, key, job, beside, parents));
    }
  }

  Map<Entry, Standing> standings() {
    Map<Entry, Standing> all = new HashMap<>();
    entries.values().forEach(entry -> all.put(entry, standing(entry)));
    return all;
  }

  private Standing standing(Entry entry) {
    return switch (entry.lane()) {
      case 0 -> prefixes.standing(entry.key()).orElseThrow();
      case 1 -> ranking.standing(entry.key()).orElseThrow();
      case 2 -> concurrency.standing(entry.key()).orElseThrow();
      default -> replay.standing(entry.key()).orElseThrow();
    };
  }

  static boolean isCool(Standing standing, long nowNanos) {
    return standing.lastScheduledNanos().isEmpty()
        || nowNanos - standing.lastScheduledNanos().getAsLong() >= standing.cooldownNanos();
  }

  int waiting() {
    int waiting = prefixes.waiting() + ranking.waiting() + concurrency.waiting() + replay.waiting();
    assertThat(waiting).isEqualTo(entries.size());
    return waiting;
  }

  Filling fill(int limit, long nowNanos, boolean fails) {
    failing = fails;
    Filling filling = scheduler.fill(limit, nowNanos);
    failing = false;
    process.seat().faults().heal();
    held.addAll(filling.admitted());
    return filling;
  }

  void end(Admitted admitted, Ending ending) throws Exception {
    held.remove(admitted);
    if (admitted.targetToken().isPresent()) {
      TargetGroup group = admitted.job().contract().group().orElseThrow();
      assertThat(process.admission().withdraw(group, admitted.targetToken().get())).isTrue();
    }
    reservations.release(admitted.reservation());
    scheduler.ended(admitted.proposal(), ending);
    if (ending != Ending.GIVEN_UP && ending != Ending.HELD_ELSEWHERE) {
      entries.remove(admitted.proposal().key());
    }
  }

  static Set<Long> targets(Job job) {
    return job.contract().group().map(group -> Set.copyOf(group.targets())).orElse(Set.of());
  }

  /** Whether its lane may propose a job. */
  boolean isWilling(Entry entry, long nowNanos) {
    Standing standing = standing(entry);
    return !standing.inWork()
        && isCool(standing, nowNanos)
        && (entry.lane() != 2 || inWork(entry.beside()) < BOUND_PER_KEY);
  }

  private long inWork(String beside) {
    return held.stream()
        .map(this::entry)
        .filter(entry -> entry.lane() == 2 && entry.beside().equals(beside))
        .count();
  }

  /** Whether anything held here keeps a desk from a job. */
  boolean isInTheWay(SelectionDesk desk, Job job) {
    Set<Long> wanted = targets(job);
    return held.stream()
        .map(Admitted::job)
        .anyMatch(
            other ->
                targets(other).stream().anyMatch(wanted::contains)
                    || (desk.process == process && other.id().equals(job.id())));
  }

  private boolean isHigh(Entry entry) {
    return entry.parents().stream().noneMatch(entries::containsKey);
  }

  /** What the prefix queue should share, as it was before a call. */
  Shares shares(int limit) {
    return new Shares(limit);
  }

  /** Each queue has its quota, unless the other could not use its own. */
  final class Shares {

    private final int limit;
    private final PrefixQueue.Queues before = prefixes.queues();

    private Shares(int limit) {
      this.limit = limit;
    }

    private long highOf(long jobs) {
      return (jobs * highPercent + 99) / 100;
    }

    void require(Predicate<Entry> isFree) {
      long earlier = before.admittedHigh() + before.admittedLow();
      long highQuota = highOf(earlier + limit) - highOf(earlier);
      long high = prefixes.queues().admittedHigh() - before.admittedHigh();
      long low = prefixes.queues().admittedLow() - before.admittedLow();
      Set<Entry> neglected = new HashSet<>();
      for (Entry entry : entries.values()) {
        boolean overdrawn = isHigh(entry) ? low > limit - highQuota : high > highQuota;
        if (entry.lane() == 0 && overdrawn && isFree.test(entry)) {
          neglected.add(entry);
        }
      }
      assertThat(neglected)
          .as("left aside, with %d high and %d low ones of %d admitted", high, low, limit)
          .isEmpty();
    }
  }
}
