package io.holdfast.testkit.litmus;

import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** Coordinators that hold a qualification together. */
public final class QualificationGroup extends MemberGroup {

  private final List<QualificationOptions> options = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();
  private final List<Qualification> qualifications = new ArrayList<>();

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
    super(storage, root, hosts);
    for (int rank = 0; rank < hosts.length; rank++) {
      Told listener = new Told();
      told.add(listener);
      options.add(QualificationOptions.of(configuration).withListener(listener));
    }
  }

  /** Changes what a coordinator wants, before {@link #start}. */
  public void configure(int rank, UnaryOperator<QualificationOptions> change) {
    options.set(rank, change.apply(options.get(rank)));
  }

  /** Generation 0, all together. */
  public List<Qualification> start() {
    List<Future<Qualification>> starting = new ArrayList<>();
    for (int rank = 0; rank < size(); rank++) {
      int own = rank;
      starting.add(
          submit(
              () ->
                  Qualification.start(
                      coordinator(own), options.get(own), new SecureRandom(), Optional.empty())));
    }
    starting.forEach(member -> qualifications.add(result(member)));
    return List.copyOf(qualifications);
  }

  private Coordinator coordinator(int rank) {
    return new Coordinator(
        exchange(rank), hands(rank), configurationFile(rank), () -> member(rank), clock());
  }

  /** Moves everybody's clock. */
  public void advance(double seconds) {
    advanceNanos(Math.round(seconds * 1e9));
  }

  /**
   * Everybody works until member 0 has nothing to do and whoever was asked has followed.
   *
   * @return how many generations member 0 completed
   */
  public int work() {
    Future<Integer> first = submit(() -> doWork(0));
    List<Future<Integer>> others = new ArrayList<>();
    for (int rank = 1; rank < qualifications.size(); rank++) {
      int own = rank;
      others.add(submit(() -> follow(own, first)));
    }
    int completed = result(first);
    others.forEach(MemberGroup::result);
    return completed;
  }

  /** A coordinator's own step. */
  public int doWork(int rank) {
    return qualifications.get(rank).doWork(clock().nanoTime());
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

  @Override
  public void close() {
    qualifications.forEach(Qualification::close);
    super.close();
  }
}
