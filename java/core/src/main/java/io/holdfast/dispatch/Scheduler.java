package io.holdfast.dispatch;

import io.holdfast.dispatch.Filling.Counts;
import io.holdfast.dispatch.LocalReservations.Reservation;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.WorkId;
import io.holdfast.target.TargetGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Chooses work for idle workers: proposal, then reservation in this process, then the shared claim
 * of its targets, then the commit of the lane that proposed it.
 *
 * <p>Work is conserved: proposals are looked at until every worker is filled or no lane has another
 * one, so that what other coordinators work on leaves none idle. {@link SchedulerLimits} says where
 * that ends. A proposal that is refused, by whomever, leaves nothing behind: no reservation, and no
 * trace in its lane. One whose admission fails does not either, and ends the call: what was
 * admitted before it is in the lane's books and in the answer.
 *
 * <p>One thread at a time may fill and tell of endings; any may read the totals.
 */
public final class Scheduler {

  private final Map<String, Selector> lanes = new HashMap<>();
  private final List<Selector> order;
  private final LocalReservations reservations;
  private final Admission admission;
  private final SchedulerLimits limits;
  private final Map<WorkId, Long> undecidedSince = new HashMap<>();
  private volatile Counts totals = Counts.NONE;

  /**
   * @param lanes in the order in which they are asked; each of another name
   * @param fallback asked when all of them have no more to propose
   * @param reservations the same for all schedulers of a process
   * @throws IllegalArgumentException two lanes of one name
   */
  public Scheduler(
      List<Selector> lanes,
      Selector fallback,
      LocalReservations reservations,
      Admission admission,
      SchedulerLimits limits) {
    List<Selector> all = new ArrayList<>(lanes);
    all.add(fallback);
    this.order = List.copyOf(all);
    for (Selector lane : order) {
      if (this.lanes.put(lane.lane(), lane) != null) {
        throw new IllegalArgumentException("two lanes are called " + lane.lane());
      }
    }
    this.reservations = reservations;
    this.admission = admission;
    this.limits = limits;
  }

  /**
   * Finds work.
   *
   * @param limit how many workers are to be filled, 0 or more
   * @param nowNanos on the clock by which leases are trusted; read before the call
   * @return never more than the limit; everything in it is the caller's to give up
   */
  public Filling fill(int limit, long nowNanos) {
    if (limit < 0) {
      throw new IllegalArgumentException("no scheduler fills " + limit + " workers");
    }
    FillEvent event = FillEvent.begun();
    Search search = new Search(limit, nowNanos);
    search.run();
    Filling filling = search.filling();
    event.tell(limit, filling);
    totals = totals.plus(filling.counts());
    return filling;
  }

  /**
   * Tells the lane that proposed it what became of a job that was admitted.
   *
   * @throws IllegalArgumentException no lane of this scheduler proposed it
   */
  public void ended(Proposal proposal, Selector.Ending ending) {
    Selector lane = lanes.get(proposal.lane());
    if (lane == null) {
      throw new IllegalArgumentException("no lane is called " + proposal.lane());
    }
    lane.ended(proposal, ending);
  }

  /** How many jobs of all lanes may still be proposed, or were and have not ended. */
  public int waiting() {
    return order.stream().mapToInt(Selector::waiting).sum();
  }

  /** The counts of all calls so far. */
  public Counts totals() {
    return totals;
  }

  /** One call of fill. */
  private final class Search {

    private final int limit;
    private final long nowNanos;
    private final List<Admitted> admitted = new ArrayList<>();
    private final SortedMap<Long, String> corrupt = new TreeMap<>();
    private final Set<Long> inTheWay = new HashSet<>();
    private long proposals;
    private long localConflicts;
    private long conflicts;
    private long backfills;
    private int unanswered;
    private Optional<String> distrust = Optional.empty();
    private Optional<Exception> failure = Optional.empty();

    Search(int limit, long nowNanos) {
      this.limit = limit;
      this.nowNanos = nowNanos;
    }

    void run() {
      undecidedSince.values().removeIf(since -> nowNanos - since >= limits.restNanos());
      for (Selector lane : order) {
        if (isOver()) {
          return;
        }
        try {
          ask(lane);
        } catch (Exception e) {
          failure = Optional.of(e);
        }
      }
    }

    private boolean isOver() {
      return admitted.size() >= limit
          || proposals >= limits.proposals()
          || unanswered >= limits.undecided()
          || distrust.isPresent()
          || failure.isPresent();
    }

    private void ask(Selector lane) throws Exception {
      Selector.Round round = lane.begin(limit - admitted.size(), nowNanos);
      try {
        while (!isOver()) {
          Optional<Proposal> proposal = round.next();
          if (proposal.isEmpty()) {
            return;
          }
          proposals++;
          if (admit(proposal.get())) {
            round.admitted();
          }
        }
      } finally {
        round.commit();
      }
    }

    private boolean admit(Proposal proposal) throws Exception {
      Job job = proposal.job();
      if (undecidedSince.containsKey(job.id())) {
        return false;
      }
      Optional<Reservation> reservation =
          reservations.reserve(job, nowNanos + limits.reservationNanos(), nowNanos);
      if (reservation.isEmpty()) {
        localConflicts++;
        return false;
      }
      boolean admits = false;
      try {
        Optional<TargetGroup> group = job.contract().group();
        Optional<LeaseToken> token = group.isPresent() ? claim(group.get(), job) : Optional.empty();
        admits = group.isEmpty() || token.isPresent();
        if (admits) {
          admitted.add(new Admitted(proposal, reservation.get(), token, nowNanos));
          backfills += proposals > limit ? 1 : 0;
        }
        return admits;
      } finally {
        if (!admits) {
          reservations.release(reservation.get());
        }
      }
    }

    /** Whoever is in the way of one group is in the way of all that overlap, and asked once. */
    private Optional<LeaseToken> claim(TargetGroup group, Job job) throws Exception {
      if (!Collections.disjoint(inTheWay, group.targets())) {
        conflicts++;
        return Optional.empty();
      }
      Admission.Answer answer;
      try {
        answer = admission.admit(group, job);
      } catch (Exception e) {
        undecidedSince.put(job.id(), nowNanos);
        throw e;
      }
      if (answer instanceof Admission.Answer.Granted granted) {
        return Optional.of(granted.token());
      }
      if (answer instanceof Admission.Answer.Conflict conflict) {
        conflicts++;
        inTheWay.addAll(conflict.targets());
        corrupt.putAll(conflict.corrupt());
      } else if (answer instanceof Admission.Answer.Unavailable unavailable) {
        if (unavailable.distrusted()) {
          distrust = Optional.of(unavailable.reason());
        } else {
          unanswered++;
          undecidedSince.put(job.id(), nowNanos);
        }
      }
      return Optional.empty();
    }

    Filling filling() {
      long undecided = proposals - admitted.size() - localConflicts - conflicts;
      Counts counts =
          new Counts(proposals, admitted.size(), localConflicts, conflicts, undecided, backfills);
      return new Filling(admitted, counts, corrupt, distrust, failure);
    }
  }
}
