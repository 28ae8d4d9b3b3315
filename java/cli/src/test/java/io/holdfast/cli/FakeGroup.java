package io.holdfast.cli;

import io.holdfast.cli.report.SampleReports;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.litmus.TamperedHand;
import io.holdfast.testkit.litmus.TamperedHands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs of one command line that are members of one group, each in a thread, on made-up hosts and
 * one clock. Time passes only while member 0 has nothing to do.
 */
final class FakeGroup {

  static final long AT_MILLIS = 1_796_000_000_000L;

  private final NanoClock clock;
  private final String[] hosts;
  private final LocalReport[] reports;
  private int lyingRank = -1;
  private int lyingFrom;
  private TamperedHand.Tampering lie;

  FakeGroup(String... hosts) {
    this(new ManualNanoClock(0), hosts);
  }

  private FakeGroup(NanoClock clock, String... hosts) {
    this.clock = clock;
    this.hosts = hosts;
    this.reports = new LocalReport[hosts.length];
    Arrays.fill(reports, SampleReports.qualified());
  }

  /** One whose time passes by itself. */
  static FakeGroup inRealTime(String... hosts) {
    return new FakeGroup(NanoClock.system(), hosts);
  }

  /** What a member sees from a generation on, in each litmus of which there is one. */
  FakeGroup lying(int rank, int fromGeneration, TamperedHand.Tampering tampering) {
    lyingRank = rank;
    lyingFrom = fromGeneration;
    lie = tampering;
    return this;
  }

  /** What a member's own storage answers. */
  FakeGroup locally(int rank, LocalReport report) {
    reports[rank] = report;
    return this;
  }

  /** All members with the same arguments, until all have ended. */
  List<CliRun> run(String... arguments) throws Exception {
    return together(
        (rank, member, exchange) ->
            CliRun.of(FakeMachine.joining(member, reports[rank]), arguments));
  }

  /** What a member does in its thread. */
  interface Work<T> {
    T of(int rank, Membership member, Exchange exchange) throws Exception;
  }

  /** What all members come to. */
  <T> List<T> together(Work<T> work) throws Exception {
    List<InProcessExchange> exchanges = InProcessExchange.group(hosts.length, clock);
    ExecutorService threads = Executors.newFixedThreadPool(hosts.length);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int rank = 0; rank < hosts.length; rank++) {
        int own = rank;
        Exchange exchange = exchanges.get(rank);
        running.add(threads.submit(() -> work.of(own, new Place(own, exchange), exchange)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> member : running) {
        results.add(member.get(1, TimeUnit.MINUTES));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private final class Place implements Membership {

    private final int rank;
    private final Exchange exchange;
    private int generation = -1;

    Place(int rank, Exchange exchange) {
      this.rank = rank;
      this.exchange = exchange;
    }

    @Override
    public HostIdentity identity() {
      return FakeHostIdentity.named(hosts[rank]);
    }

    @Override
    public boolean isGiven() {
      return true;
    }

    @Override
    public Exchange join(NamedGroup group) {
      return exchange;
    }

    @Override
    public Hands hands(RawPath root) {
      try {
        return new TamperedHands(Hands.of(Bindings.load(), root, clock), this::hand);
      } catch (BindingUnavailableException e) {
        throw new AssertionError(e);
      }
    }

    private Hand hand(Hand real) {
      generation++;
      return rank == lyingRank && generation >= lyingFrom ? new TamperedHand(real, lie) : real;
    }

    @Override
    public NanoClock clock() {
      return clock;
    }

    @Override
    public EpochClock wallClock() {
      return () -> AT_MILLIS + TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }

    @Override
    public Pause pause() {
      return rank == 0 && clock instanceof ManualNanoClock manual
          ? manual::advance
          : nanos -> Thread.onSpinWait();
    }
  }
}
