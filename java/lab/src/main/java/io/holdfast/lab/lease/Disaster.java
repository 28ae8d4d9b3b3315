package io.holdfast.lab.lease;

import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Kills and freezes, by a seed, a little at a time. Used by one thread. */
final class Disaster {

  private static final long STRIKE_MILLIS = 300;
  private static final int KILLS_ONE_IN = 4;
  private static final int MOUNTS_ONE_IN = 3;

  private final LeaseRunRequest request;
  private final Shift shift;
  private final List<FuseMount> mounts;
  private final KilledLocks locks;
  private final Random random;
  private final Map<LeaseFigure, Long> figures = new EnumMap<>(LeaseFigure.class);
  private final List<Frozen> frozen = new ArrayList<>();
  private long nextStrike;

  /** Undoes a freeze. */
  @FunctionalInterface
  private interface Thaw {
    void run() throws IOException;
  }

  private record Frozen(Object what, long untilNanos, Thaw thaw) {}

  Disaster(LeaseRunRequest request, Shift shift, List<FuseMount> mounts, KilledLocks locks) {
    this.request = request;
    this.shift = shift;
    this.mounts = mounts;
    this.locks = locks;
    this.random = new Random(request.seed());
  }

  /** Does what is due. */
  void tick(long now) throws IOException, InterruptedException {
    thaw(now);
    if (nextStrike == 0) {
      nextStrike = now + pause();
    } else if (now >= nextStrike) {
      strike(now);
      nextStrike = now + pause();
    }
  }

  private long pause() {
    return TimeUnit.MILLISECONDS.toNanos(STRIKE_MILLIS / 2 + random.nextLong(STRIKE_MILLIS));
  }

  private void strike(long now) throws IOException, InterruptedException {
    List<CoordinatorProcess> all = shift.atWork();
    boolean kills =
        request.chaos().contains(Chaos.KILL)
            && (random.nextInt(KILLS_ONE_IN) == 0 || !request.chaos().contains(Chaos.STOP));
    if (all.isEmpty()) {
      return;
    }
    CoordinatorProcess victim = all.get(random.nextInt(all.size()));
    if (kills) {
      kill(victim);
    } else if (request.chaos().contains(Chaos.STOP)) {
      freezeSomething(now, victim);
    }
  }

  private void kill(CoordinatorProcess victim) throws IOException, InterruptedException {
    frozen.removeIf(one -> one.what() == victim);
    shift.replace(victim);
    count(LeaseFigure.KILLS, 1);
    if (request.protocol() == Protocol.MKDIR) {
      count(LeaseFigure.BROKEN_LOCKS, locks.breakThoseOf(victim.pid()));
    }
  }

  /**
   * At most half of what could be frozen is. Every other pause is so long that others see the
   * holder silent for a whole ttl, having looked at it late.
   */
  private void freezeSomething(long now, CoordinatorProcess victim) throws IOException {
    long ttl = TimeUnit.MILLISECONDS.toNanos(request.ttlMillis());
    boolean longer = (count(LeaseFigure.STOPS) + count(LeaseFigure.MOUNT_STOPS)) % 2 == 0;
    double ttls = longer ? 2 + random.nextDouble() : random.nextDouble() / 2;
    long until = now + (long) (ttls * ttl);
    FuseMount mount = mounts.isEmpty() ? null : mounts.get(random.nextInt(mounts.size()));
    boolean mountsTurn = mount != null && random.nextInt(MOUNTS_ONE_IN) == 0;
    int limit = Math.max(1, (request.processes() + mounts.size()) / 2);
    Object what = mountsTurn ? mount : victim;
    if (frozen.size() >= limit || frozen.stream().anyMatch(one -> one.what() == what)) {
      return;
    }
    if (mountsTurn && mount != null) {
      mount.freeze();
      frozen.add(new Frozen(mount, until, mount::thaw));
      count(LeaseFigure.MOUNT_STOPS, 1);
    } else {
      victim.freeze();
      frozen.add(new Frozen(victim, until, victim::thaw));
      count(LeaseFigure.STOPS, 1);
      count(LeaseFigure.LONG_STOPS, longer ? 1 : 0);
    }
  }

  private void thaw(long now) throws IOException {
    for (Iterator<Frozen> all = frozen.iterator(); all.hasNext(); ) {
      Frozen one = all.next();
      if (now >= one.untilNanos()) {
        one.thaw().run();
        all.remove();
      }
    }
  }

  /** Ends all of it. */
  void end() throws IOException {
    thaw(Long.MAX_VALUE);
  }

  private void count(LeaseFigure figure, long more) {
    figures.merge(figure, more, Long::sum);
  }

  Map<LeaseFigure, Long> figures() {
    return figures;
  }

  long count(LeaseFigure figure) {
    return figures.getOrDefault(figure, 0L);
  }
}
