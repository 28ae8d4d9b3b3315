package io.holdfast.bench;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.cluster.ClusterLitmus;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.litmus.cluster.Part;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Members in threads of one process, each on a made-up host, on real storage. */
final class LitmusGroup implements AutoCloseable {

  private static final double INTERVAL_SECONDS = 60;

  /** Many members on few processors take longer than a job would wait. */
  private static final double TIMEOUT_SECONDS = 600;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Posix posix;
  private final RawPath root;
  private final int members;
  private final AtomicLong ahead = new AtomicLong();
  private final NanoClock clock = () -> System.nanoTime() + ahead.get();
  private final ExecutorService threads;
  private final List<? extends Exchange> bare;
  private final Epoch epoch = Epoch.random(new SecureRandom());
  private final List<Qualification> qualifications;
  private long generation;

  /** Members whose frames stay in this process. */
  LitmusGroup(Posix posix, RawPath root, int members) throws Exception {
    this(posix, root, members, InProcessExchange::group);
  }

  LitmusGroup(Posix posix, RawPath root, int members, Carrier carrier) throws Exception {
    this.posix = posix;
    this.root = root;
    this.members = members;
    this.threads = Executors.newFixedThreadPool(members, LitmusGroup::thread);
    this.bare = carrier.group(members, clock);
    List<? extends Exchange> renewing = carrier.group(members, clock);
    QualificationOptions options =
        QualificationOptions.of(new RenewalConfiguration(INTERVAL_SECONDS, TIMEOUT_SECONDS, 0))
            .withEpoch(epoch)
            .requiring(Exclusion.FLOCK);
    this.qualifications =
        all(
            rank -> {
              Coordinator coordinator =
                  Coordinator.on(posix, root, renewing.get(rank), () -> member(rank), clock);
              return Qualification.start(
                  coordinator, options, new SecureRandom(), Optional.empty());
            });
    require(qualifications.stream().allMatch(q -> q.state() == Qualification.State.QUALIFIED));
  }

  /** A run whose counts are wrong ends at once. */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  /** Makes the exchanges of a group. */
  interface Carrier {

    /**
     * A new group, connected.
     *
     * @param clock of all its members
     * @return one side for each member, by rank
     */
    List<? extends Exchange> group(int members, NanoClock clock) throws Exception;
  }

  /** What a member does in its thread. */
  private interface Work<T> {
    T of(int rank) throws Exception;
  }

  /** One litmus, without a qualification. @return nanoseconds */
  long litmus() throws Exception {
    long own = generation++;
    long deadline = clock.nanoTime() + Math.round(TIMEOUT_SECONDS * NANOS_PER_SECOND);
    long start = System.nanoTime();
    List<ClusterResult> results =
        all(
            rank ->
                new ClusterLitmus(bare.get(rank), Hands.of(posix, root, clock))
                    .run(Exclusion.FLOCK, part(rank, own), deadline));
    long nanos = System.nanoTime() - start;
    require(results.stream().allMatch(ClusterResult::isVerified));
    require(results.get(0).counts().contention() == members * (members - 1));
    return nanos;
  }

  /** One renewal, from the request to everybody's new verdict. @return nanoseconds */
  long renewal() throws Exception {
    ahead.addAndGet(Math.round(INTERVAL_SECONDS * NANOS_PER_SECOND));
    long start = System.nanoTime();
    all(
        rank -> {
          while (qualifications.get(rank).doWork(clock.nanoTime()) == 0) {
            require(qualifications.get(rank).state() == Qualification.State.QUALIFIED);
            Thread.onSpinWait();
          }
          return rank;
        });
    return System.nanoTime() - start;
  }

  private Part part(int rank, long of) {
    return new Part(epoch, of, LockKind.FLOCK, rank, member(rank), Optional.empty());
  }

  private static Member member(int rank) {
    return new Member(rank, "host-" + rank);
  }

  private <T> List<T> all(Work<T> work) throws Exception {
    List<Callable<T>> calls = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      int own = rank;
      calls.add(() -> work.of(own));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> done : threads.invokeAll(calls)) {
      results.add(done.get());
    }
    return results;
  }

  private static void require(boolean right) {
    if (!right) {
      throw new WrongCountsException("a litmus did not come to what it has to come to");
    }
  }

  @Override
  public void close() {
    qualifications.forEach(Qualification::close);
    bare.forEach(Exchange::close);
    threads.shutdownNow();
  }
}
