package io.holdfast.campaign;

import io.holdfast.campaign.crew.CoordinatorEnd;
import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.campaign.ledger.Ledger;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.campaign.ledger.LedgerReader;
import io.holdfast.campaign.ledger.Stint;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runs the coordinators of a campaign as processes of this host, starts those again that do not
 * come to their end, makes trouble as asked, and looks at the end whether everything was done,
 * once. One thread; beside it one for each coordinator, which listens to its complaints.
 */
public final class Campaign {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long TELL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long STANDSTILL_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int RESTARTS_WITHOUT_A_RESULT = 20;
  private static final String UNKNOWN = "no coordinator knew of anything more to be done";

  private final Posix posix;
  private final CampaignRequest request;
  private final Ground ground;
  private final Launch launch;
  private final NanoClock clock;
  private final Consumer<CampaignProgress> progress;
  private final BooleanSupplier ending;
  private final LedgerReader reader;
  private final Map<Integer, CoordinatorProcess> processes = new TreeMap<>();
  private final Set<Integer> through = new HashSet<>();
  private final Set<String> done = new HashSet<>();
  private int restarts;
  private int restartsInARow;
  private long movedNanos;
  private long toldNanos;

  private Campaign(
      Posix posix,
      CampaignRequest request,
      Ground ground,
      Consumer<CampaignProgress> progress,
      BooleanSupplier ending) {
    this.posix = posix;
    this.request = request;
    this.ground = ground;
    this.launch = Launch.of(request);
    this.clock = () -> posix.clockGettime(Flags.CLOCK_BOOTTIME);
    this.progress = progress;
    this.ending = ending;
    this.reader = new LedgerReader(posix, ground.ledgers());
  }

  /**
   * Works until the end; no coordinator lives when it returns. When everything is done the tables
   * are removed, and the stages of whoever was killed. One command at a time works on a campaign.
   *
   * @param request of a directory in which a campaign was begun
   * @param progress told a few times a second
   * @param ending whether it is to end soon, in good order
   */
  public static CampaignResult run(
      Posix posix,
      CampaignRequest request,
      Consumer<CampaignProgress> progress,
      BooleanSupplier ending)
      throws IOException,
          InterruptedException,
          PosixException,
          DurabilityUnknownException,
          PoisonedException,
          TableRefusedException,
          CampaignOccupiedException {
    try (Ground ground = Ground.open(posix, request.directory());
        Durable durable = new Durable(posix, DurableOptions.defaults())) {
      if (!ground.claim()) {
        throw new CampaignOccupiedException();
      }
      CampaignResult result = new Campaign(posix, request, ground, progress, ending).run();
      return result.end() == CampaignEnd.DONE
          ? result.withLeftovers(Retirement.of(posix, durable, ground))
          : result;
    }
  }

  private CampaignResult run() throws IOException, InterruptedException, PosixException {
    Plan plan = ground.plan();
    long ttlNanos = TimeUnit.MILLISECONDS.toNanos(plan.ttlMillis());
    long began = clock.nanoTime();
    try (Ledger ledger = Ledger.begin(posix, ground.ledgers(), "campaign")) {
      Troublemaker trouble = new Troublemaker(request, ttlNanos, ledger);
      Optional<Ending> end = ground.isDone() ? Optional.empty() : work(trouble, began);
      reader.readOn();
      Audit audit = Audit.of(plan, reader.lines(), ground.corpus().news());
      return new CampaignResult(
          request,
          plan,
          end(end, audit),
          end.map(Ending::reason).orElse(audit.isComplete() ? "" : UNKNOWN),
          audit,
          trouble.counts(),
          restarts,
          clock.nanoTime() - began,
          List.of(),
          reader.lines());
    }
  }

  private Optional<Ending> work(Troublemaker trouble, long beganNanos)
      throws IOException, InterruptedException, PosixException {
    boolean sent = reader.readOn().stream().anyMatch(LedgerLine.Sent.class::isInstance);
    ground.requireTables(sent);
    try {
      for (int number = 0; number < launch.processes(); number++) {
        start(number, trouble);
      }
      movedNanos = beganNanos;
      Optional<Ending> end = tend(trouble, beganNanos);
      trouble.thaw();
      return finish(end);
    } finally {
      for (CoordinatorProcess process : processes.values()) {
        process.kill();
      }
    }
  }

  /** Why it is over before everything was done. */
  private record Ending(CampaignEnd end, String reason) {}

  private void start(int number, Troublemaker trouble) throws IOException {
    processes.put(number, launch.start(number, trouble));
  }

  /** Until all coordinators are through, or there is a reason to stop. */
  private Optional<Ending> tend(Troublemaker trouble, long beganNanos)
      throws IOException, InterruptedException, PosixException {
    while (through.size() < launch.processes()) {
      long now = clock.nanoTime();
      if (ending.getAsBoolean()) {
        return Optional.of(new Ending(CampaignEnd.ENDED, "it was asked to end"));
      }
      trouble.doWork(living(), done.size(), now);
      Optional<Ending> end = lookAfter(trouble);
      if (end.isPresent()) {
        return end;
      }
      if (now - toldNanos >= TELL_NANOS) {
        tell(trouble, now - beganNanos, now);
      }
      if (now - movedNanos >= STANDSTILL_NANOS) {
        return Optional.of(new Ending(CampaignEnd.FAILED, "nothing was done for two minutes"));
      }
      Pause.system().nanos(TICK_NANOS);
    }
    return Optional.empty();
  }

  private List<CoordinatorProcess> living() {
    return processes.values().stream().filter(CoordinatorProcess::isAlive).toList();
  }

  private Optional<Ending> lookAfter(Troublemaker trouble)
      throws IOException, InterruptedException {
    for (CoordinatorProcess process : List.copyOf(processes.values())) {
      if (process.isAlive() || through.contains(process.number())) {
        continue;
      }
      CoordinatorEnd end = process.end();
      if (end == CoordinatorEnd.DONE) {
        through.add(process.number());
        continue;
      }
      Optional<Ending> over = over(process, end);
      if (over.isPresent()) {
        return over;
      }
      restarts++;
      if (++restartsInARow > RESTARTS_WITHOUT_A_RESULT) {
        String reason =
            "coordinators do not stay alive; the last, "
                + process.name()
                + ", said: "
                + process.lastWords();
        return Optional.of(new Ending(CampaignEnd.FAILED, reason));
      }
      start(process.number(), trouble);
    }
    return Optional.empty();
  }

  /** Why a coordinator that has ended so ends everything. */
  private Optional<Ending> over(CoordinatorProcess process, CoordinatorEnd end)
      throws InterruptedException {
    String who = process.name();
    if (end == CoordinatorEnd.DISTRUSTED) {
      String reason = who + " does not rely on the directory";
      return Optional.of(new Ending(CampaignEnd.DISTRUSTED, reason));
    }
    if (end == CoordinatorEnd.UNQUALIFIED) {
      String reason = "the coordinators did not qualify it: " + process.lastWords();
      return Optional.of(new Ending(CampaignEnd.UNQUALIFIED, reason));
    }
    if (end == CoordinatorEnd.REFUSED) {
      String reason = who + " cannot work: " + process.lastWords();
      return Optional.of(new Ending(CampaignEnd.FAILED, reason));
    }
    return request.renewMillis().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Ending(CampaignEnd.FAILED, who + " was lost; it said: " + process.lastWords()));
  }

  private void tell(Troublemaker trouble, long nanos, long nowNanos)
      throws IOException, PosixException {
    toldNanos = nowNanos;
    int before = done.size();
    for (LedgerLine line : reader.readOn()) {
      if (line instanceof LedgerLine.Done each) {
        done.add(each.input());
      }
    }
    if (done.size() > before) {
      movedNanos = nowNanos;
      restartsInARow = 0;
    }
    int results = ground.plan().results();
    progress.accept(
        new CampaignProgress(
            done.size(),
            results,
            living().stream().mapToInt(CoordinatorProcess::coordinators).sum(),
            Stint.underWay(reader.lines().values()),
            trouble.total(),
            nanos));
  }

  /**
   * Waits for the others. Who shares a qualification with one that ended badly is told, and ends by
   * itself; who is not, or does not, is asked; who lives on is killed by the caller.
   *
   * @return as it was, unless coordinators that were left by another one tell more
   */
  private Optional<Ending> finish(Optional<Ending> end) {
    if (end.isEmpty()) {
      return end;
    }
    if (request.renewMillis().isPresent() && end.get().end() != CampaignEnd.ENDED) {
      awaitEnds();
    }
    living().forEach(CoordinatorProcess::ask);
    awaitEnds();
    boolean distrusted =
        processes.values().stream()
            .filter(process -> !process.isAlive())
            .anyMatch(process -> process.end() == CoordinatorEnd.DISTRUSTED);
    return end.get().end() == CampaignEnd.FAILED && distrusted
        ? Optional.of(new Ending(CampaignEnd.DISTRUSTED, end.get().reason()))
        : end;
  }

  private void awaitEnds() {
    long deadline = clock.nanoTime() + END_NANOS;
    while (!living().isEmpty() && clock.nanoTime() - deadline < 0) {
      Pause.system().nanos(TICK_NANOS);
    }
  }

  private static CampaignEnd end(Optional<Ending> end, Audit audit) {
    if (!audit.violations().isEmpty()) {
      return CampaignEnd.VIOLATED;
    }
    return end.map(Ending::end).orElse(audit.isComplete() ? CampaignEnd.DONE : CampaignEnd.FAILED);
  }
}
