package io.holdfast.testkit.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import io.holdfast.testkit.FakeHostIdentity;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Coordinators on made-up hosts that hold a qualification together, each in a thread of its own, on
 * one clock that a test moves forward.
 */
public final class QualificationGroup implements AutoCloseable {

  private final List<Exchange> exchanges;
  private final List<Member> members = new ArrayList<>();
  private final List<QualificationOptions> options = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();
  private final List<Qualification> qualifications = new ArrayList<>();
  private final IntFunction<Posix> storage;
  private final RawPath root;
  private final AtomicLong now = new AtomicLong();
  private final NanoClock clock = now::get;
  private final ExecutorService threads;
  private BiFunction<Integer, Hand, Hand> hands = (rank, hand) -> hand;

  /** What a coordinator's listener was told. */
  public static final class Told implements QualificationOptions.Listener {

    private final List<Long> generations = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private Told() {}

    @Override
    public synchronized void qualified(List<ClusterResult> results, QualificationMetrics metrics) {
      generations.add(results.get(0).generation());
    }

    @Override
    public synchronized void failedClosed(String reason, QualificationMetrics metrics) {
      failures.add(reason);
    }

    /** Of every generation that qualified. */
    public synchronized List<Long> generations() {
      return List.copyOf(generations);
    }

    /** Why trust ended, once at most. */
    public synchronized List<String> failures() {
      return List.copyOf(failures);
    }
  }

  /**
   * @param storage what a coordinator calls, by rank
   * @param hosts the host of each
   */
  public QualificationGroup(
      IntFunction<Posix> storage,
      RawPath root,
      RenewalConfiguration configuration,
      String... hosts) {
    this.storage = storage;
    this.root = root;
    this.exchanges = new ArrayList<>(InProcessExchange.group(hosts.length, clock));
    this.threads = Executors.newFixedThreadPool(hosts.length);
    for (int rank = 0; rank < hosts.length; rank++) {
      moveTo(rank, hosts[rank]);
      Told listener = new Told();
      told.add(listener);
      options.add(QualificationOptions.of(configuration).withListener(listener));
    }
  }

  /** From its next generation on a coordinator says that it is on this host. */
  public void moveTo(int rank, String host) {
    Member member = Member.on(FakeHostIdentity.named(host), rank);
    if (rank < members.size()) {
      members.set(rank, member);
    } else {
      members.add(member);
    }
  }

  /** Changes what a coordinator wants, before {@link #start}. */
  public void configure(int rank, UnaryOperator<QualificationOptions> change) {
    options.set(rank, change.apply(options.get(rank)));
  }

  /** What stands between a coordinator and the carrier, before {@link #start}. */
  public void tamperExchange(int rank, TamperedExchange.Tampering tampering) {
    exchanges.set(rank, new TamperedExchange(exchanges.get(rank), tampering, frame -> {}));
  }

  /** What is told each frame that a member sent, after it did, before {@link #start}. */
  public void listen(int rank, Consumer<byte[]> sent) {
    exchanges.set(
        rank,
        new TamperedExchange(exchanges.get(rank), (to, channel, frame) -> List.of(frame), sent));
  }

  /** What stands between each coordinator and its hand from now on. */
  public void tamperHands(BiFunction<Integer, Hand, Hand> tampered) {
    hands = tampered;
  }

  /** Generation 0, all together. */
  public List<Qualification> start() {
    List<Future<Qualification>> starting = new ArrayList<>();
    for (int rank = 0; rank < exchanges.size(); rank++) {
      int own = rank;
      starting.add(
          threads.submit(
              () ->
                  Qualification.start(
                      coordinator(own), options.get(own), new SecureRandom(), Optional.empty())));
    }
    starting.forEach(member -> qualifications.add(result(member)));
    return List.copyOf(qualifications);
  }

  private Coordinator coordinator(int rank) {
    return new Coordinator(
        exchanges.get(rank),
        new TamperedHands(
            Hands.of(storage.apply(rank), root, clock), hand -> hands.apply(rank, hand)),
        () -> members.get(rank),
        clock);
  }

  /** The others' clocks agree with it. */
  public void advance(double seconds) {
    now.addAndGet(Math.round(seconds * 1e9));
  }

  /**
   * Everybody works until member 0 has nothing to do and whoever was asked has followed.
   *
   * @return how many generations member 0 completed
   */
  public int work() {
    Future<Integer> first = threads.submit(() -> doWork(0));
    List<Future<Integer>> others = new ArrayList<>();
    for (int rank = 1; rank < qualifications.size(); rank++) {
      int own = rank;
      others.add(threads.submit(() -> follow(own, first)));
    }
    int completed = result(first);
    others.forEach(QualificationGroup::result);
    return completed;
  }

  /** A coordinator's own step. */
  public int doWork(int rank) {
    return qualifications.get(rank).doWork(clock.nanoTime());
  }

  private int follow(int rank, Future<Integer> first) {
    boolean last = false;
    for (; ; ) {
      int completed = doWork(rank);
      if (completed > 0 || last) {
        return completed;
      }
      last = first.isDone();
      Thread.onSpinWait();
    }
  }

  public Told told(int rank) {
    return told.get(rank);
  }

  public Exchange exchange(int rank) {
    return exchanges.get(rank);
  }

  private static <T> T result(Future<T> member) {
    try {
      return member.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a coordinator failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    qualifications.forEach(Qualification::close);
    threads.shutdownNow();
  }
}
