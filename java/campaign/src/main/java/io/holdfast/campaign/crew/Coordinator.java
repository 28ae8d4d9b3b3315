package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Corpus;
import io.holdfast.campaign.item.Corpus.Entry;
import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Input;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.clock.NanoClock;
import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.DispatchEnd;
import io.holdfast.dispatch.DispatchLimits;
import io.holdfast.dispatch.DispatchParts;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.Hints;
import io.holdfast.dispatch.LocalReservations;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.dispatch.SchedulerLimits;
import io.holdfast.dispatch.TargetRanking;
import io.holdfast.durable.Durable;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.result.ContentHash;
import io.holdfast.result.ResultPublisher;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One coordinator at work on a campaign, until everything is done or it cannot go on. */
final class Coordinator {

  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final Cooldown COOLDOWN =
      new Cooldown(TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.SECONDS.toNanos(2));
  private static final String LANE = "targets";
  private static final String FALLBACK = "replay";

  private final Plan plan;
  private final Crew crew;
  private final Tables tables;
  private final RootWatch watch;
  private final Ledger ledger;
  private final LeaseClocks clocks;
  private final BooleanSupplier asked;
  private final Corpus corpus;
  private final TargetRanking lane;
  private final Scheduler scheduler;
  private final Dispatcher dispatcher;
  private final SplittableRandom taste;
  private final Set<ContentHash> solved = new HashSet<>();
  private final Known known = new Known();
  private Optional<String> view = Optional.empty();
  private Optional<Long> nextLookNanos = Optional.empty();
  private boolean distrusted;
  private long beats;
  private Optional<Long> nextNanos = Optional.empty();

  /**
   * @param posix what results are published by
   * @param number among the coordinators; each prefers other work
   * @param asked whether it is to end
   */
  Coordinator(
      Posix posix,
      Durable durable,
      Ground ground,
      int number,
      Crew crew,
      Tables tables,
      RootWatch watch,
      Ledger ledger,
      LeaseClocks clocks,
      BooleanSupplier asked) {
    this.plan = ground.plan();
    this.crew = crew;
    this.tables = tables;
    this.watch = watch;
    this.ledger = ledger;
    this.clocks = clocks;
    this.asked = asked;
    this.corpus = ground.corpus();
    this.lane = new TargetRanking(LANE, plan.results(), COOLDOWN);
    this.taste = new SplittableRandom(number);
    long ttlNanos = TimeUnit.MILLISECONDS.toNanos(plan.ttlMillis());
    LocalReservations local = new LocalReservations();
    Admission admission = tables.admission(plan.targetLeases());
    this.scheduler =
        new Scheduler(
            List.of(lane),
            new ReplayFallback(FALLBACK, 1, COOLDOWN),
            local,
            admission,
            SchedulerLimits.ofReservation(ttlNanos));
    ItemResults results =
        new ItemResults(
            new ResultPublisher(posix, durable, ground.root(), ground.publicRoot()), ledger);
    this.dispatcher =
        new Dispatcher(
            new DispatchParts(
                tables.work(),
                admission,
                local,
                scheduler,
                new ToldWorkers(crew, ledger),
                results,
                Hints.NONE,
                watch::distrust,
                tables.owner(),
                clocks.boot(),
                (step, nanos) ->
                    ledger.tell(
                        new LedgerLine.Took(
                            ledger.nanos(), step.name().toLowerCase(Locale.ROOT), nanos))),
            DispatchLimits.ofTtl(ttlNanos).withStopNanos(STOP_NANOS));
    watch.renewBy(this::renewAll);
  }

  private void renewAll() throws IOException {
    long now = clocks.boot().nanoTime();
    if (!dispatcher.renewAll(now)) {
      throw new IOException("its leases were not renewed");
    }
    tellBeats(now);
  }

  /** Works; the workers have ended when it returns. */
  CoordinatorEnd run() throws PosixException {
    NanoClock clock = clocks.boot();
    takeUp();
    while (dispatcher.state() != Dispatcher.State.STOPPED) {
      long now = clock.nanoTime();
      watch.doWork(now);
      tellDistrust();
      if (!distrusted && (asked.getAsBoolean() || watch.isEnd(view(now), now))) {
        dispatcher.shutdown(now);
      }
      int done = dispatcher.doWork(now);
      tellBeats(now);
      if (isSecondOver(now)) {
        tell();
        if (!watch.isVoting()) {
          takeUp();
        }
      }
      if (done == 0) {
        clocks.pause().nanos(IDLE_NANOS);
      }
    }
    int acknowledged = crew.end(STOP_NANOS);
    tell();
    DispatchEnd end = dispatcher.end().orElseThrow();
    CoordinatorEnd answer = answer(end);
    ledger.tell(
        new LedgerLine.Ended(
            ledger.nanos(),
            answer.status(),
            end.word() + ": " + end.reason(),
            crew.size(),
            acknowledged));
    return answer;
  }

  private void tellDistrust() {
    Optional<String> reason = watch.distrust();
    if (reason.isPresent() && !distrusted) {
      distrusted = true;
      ledger.tell(new LedgerLine.Distrusted(ledger.nanos(), reason.get()));
    }
  }

  /** What is known to be done; empty as long as something is to be done, or was until now. */
  private Optional<String> view(long nowNanos) throws PosixException {
    if (!dispatcher.isQuiet()) {
      view = Optional.empty();
    } else if (!watch.isVoting()
        && (nextLookNanos.isEmpty() || nowNanos - nextLookNanos.get() >= 0)) {
      view = takeUp() == 0 ? Optional.of(known.view()) : Optional.empty();
      nextLookNanos = Optional.of(nowNanos + LOOK_NANOS);
    }
    return view;
  }

  /**
   * Takes up inputs that were not known. One whose result is public is none: whoever published it
   * completes it, or is found dead while committing. So a coordinator that is started again does
   * not begin with claims of everything that is done.
   *
   * @return how many
   */
  private int takeUp() throws PosixException {
    List<Entry> news = corpus.news();
    for (Entry entry : news) {
      if (entry instanceof Entry.Done done) {
        solved.add(done.outcome().input());
      }
    }
    int added = 0;
    for (Entry entry : news) {
      if (entry instanceof Entry.ToDo toDo) {
        known.add(toDo.name());
        if (!solved.contains(toDo.name())) {
          add(toDo.name(), toDo.input());
          added++;
        }
      }
    }
    return added;
  }

  private void add(ContentHash name, Input input) {
    if (!lane.add(name.hex(), 1 + taste.nextDouble(), input.job(name))) {
      throw new IllegalStateException(
          "more inputs than the " + plan.results() + " of the plan are public: " + name);
    }
  }

  private void tellBeats(long beganNanos) {
    long now = tables.targets().counters().snapshot().heartbeatBatches();
    if (now > beats) {
      beats = now;
      ledger.tell(new LedgerLine.Beat(beganNanos));
    }
  }

  private boolean isSecondOver(long nowNanos) {
    if (nextNanos.isPresent() && nowNanos - nextNanos.get() < 0) {
      return false;
    }
    nextNanos = Optional.of(nowNanos + SECOND_NANOS);
    return true;
  }

  private void tell() {
    ledger.tell(
        new LedgerLine.Figures(
            ledger.nanos(),
            Figures.of(
                dispatcher.counters(),
                scheduler,
                tables.work().counters(),
                tables.targets().counters(),
                watch)));
  }

  private static CoordinatorEnd answer(DispatchEnd end) {
    if (end instanceof DispatchEnd.Asked) {
      return CoordinatorEnd.DONE;
    }
    return end instanceof DispatchEnd.Distrusted
        ? CoordinatorEnd.DISTRUSTED
        : CoordinatorEnd.FAILED;
  }
}
