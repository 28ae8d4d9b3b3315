package io.holdfast.campaign;

import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Kills and freezes coordinators, by a seed. One thread. */
final class Troublemaker {

  private static final int ALL_ONE_IN = 4;
  private static final long SKEW_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final CampaignRequest request;
  private final long ttlNanos;
  private final Ledger ledger;
  private final SplittableRandom random;
  private final Map<Chaos, Integer> counts = new EnumMap<>(Chaos.class);
  private Optional<CoordinatorProcess> frozen = Optional.empty();
  private long thawNanos;
  private boolean longNext = true;
  private OptionalLong nextNanos = OptionalLong.empty();
  private int nextDone;

  Troublemaker(CampaignRequest request, long ttlNanos, Ledger ledger) {
    this.request = request;
    this.ttlNanos = ttlNanos;
    this.ledger = ledger;
    this.random = new SplittableRandom(request.seed());
  }

  /** How often what was done. */
  Map<Chaos, Integer> counts() {
    return counts;
  }

  int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** By how much the clock of a coordinator that is started now is wrong. */
  long skewMillis() {
    if (!request.chaos().contains(Chaos.SKEW)) {
      return 0;
    }
    counts.merge(Chaos.SKEW, 1, Integer::sum);
    return random.nextLong(-SKEW_MILLIS, SKEW_MILLIS + 1);
  }

  /** By which seed the calls of a coordinator that is started now fail. */
  OptionalLong faultSeed() {
    if (!request.chaos().contains(Chaos.EIO)) {
      return OptionalLong.empty();
    }
    counts.merge(Chaos.EIO, 1, Integer::sum);
    return OptionalLong.of(random.nextLong(Integer.MAX_VALUE));
  }

  /**
   * Does what is due to those that live: when its time has come, and when something was done since
   * the last trouble, so that whoever was hurt can recover however slow the machine is.
   *
   * @param done how many results there are
   */
  void doWork(List<CoordinatorProcess> living, int done, long nowNanos)
      throws IOException, InterruptedException {
    if (frozen.isPresent()) {
      if (nowNanos - thawNanos >= 0 || !frozen.get().isAlive()) {
        thaw();
      }
      return;
    }
    List<Chaos> kinds = new ArrayList<>();
    for (Chaos kind : List.of(Chaos.KILL, Chaos.STOP)) {
      if (request.chaos().contains(kind)) {
        kinds.add(kind);
      }
    }
    if (kinds.isEmpty() || living.isEmpty()) {
      return;
    }
    if (nextNanos.isPresent() && nowNanos - nextNanos.getAsLong() >= 0) {
      if (done < nextDone) {
        return;
      }
      nextDone = done + request.workers();
      make(kinds.get(random.nextInt(kinds.size())), living, nowNanos);
      nextNanos = OptionalLong.empty();
    }
    if (nextNanos.isEmpty()) {
      long mean = TimeUnit.MILLISECONDS.toNanos(request.chaosMillis());
      nextNanos = OptionalLong.of(nowNanos + mean / 2 + random.nextLong(mean + 1));
    }
  }

  private void make(Chaos kind, List<CoordinatorProcess> living, long nowNanos)
      throws IOException, InterruptedException {
    CoordinatorProcess victim = living.get(random.nextInt(living.size()));
    if (kind == Chaos.STOP) {
      frozen = Optional.of(victim);
      thawNanos = nowNanos + (longNext ? ttlNanos + ttlNanos / 2 : ttlNanos / 3);
      longNext = !longNext;
      tell(kind, "stop", victim);
      victim.freeze();
      return;
    }
    boolean all = random.nextInt(ALL_ONE_IN) == 0;
    for (CoordinatorProcess each : all ? living : List.of(victim)) {
      tell(kind, all ? "kill-all" : "kill", each);
      each.kill();
    }
  }

  private void tell(Chaos kind, String word, CoordinatorProcess victim) {
    counts.merge(kind, 1, Integer::sum);
    ledger.tell(new LedgerLine.Trouble(ledger.nanos(), word, victim.number()));
  }

  /** Lets whoever is frozen go on. */
  void thaw() throws IOException, InterruptedException {
    if (frozen.isPresent()) {
      CoordinatorProcess victim = frozen.get();
      frozen = Optional.empty();
      ledger.tell(new LedgerLine.Trouble(ledger.nanos(), "cont", victim.number()));
      victim.thaw();
    }
  }
}
