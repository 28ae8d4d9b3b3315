package io.holdfast.testkit.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.cluster.ClusterLitmus;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.FlockLitmus;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.litmus.cluster.LockHand;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.litmus.cluster.PosixLockHand;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/** Members on made-up hosts that run a litmus among themselves, each in a thread of its own. */
public final class LitmusGroup implements AutoCloseable {

  /** Of every group here. */
  public static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));

  private final List<Exchange> exchanges;
  private final List<Member> members = new ArrayList<>();
  private final IntFunction<Posix> storage;
  private final RawPath root;
  private final NanoClock clock;
  private final ExecutorService threads;
  private BiFunction<Integer, LockHand, LockHand> hands = (rank, hand) -> hand;
  private Optional<String> localFailureOfLast = Optional.empty();

  /**
   * @param storage what a member calls, by rank
   * @param hosts the host of each member
   */
  public LitmusGroup(IntFunction<Posix> storage, RawPath root, String... hosts) {
    this.storage = storage;
    this.root = root;
    this.clock = System::nanoTime;
    this.exchanges = new ArrayList<>(InProcessExchange.group(hosts.length, clock));
    this.threads = Executors.newFixedThreadPool(hosts.length);
    for (int rank = 0; rank < hosts.length; rank++) {
      members.add(Member.on(FakeHostIdentity.named(hosts[rank]), rank));
    }
  }

  /** What stands between a member and the carrier from now on. */
  public void tamperExchange(int rank, TamperedExchange.Tampering tampering) {
    exchanges.set(rank, new TamperedExchange(exchanges.get(rank), tampering));
  }

  /** What stands between each member and its hand from now on. */
  public void tamperHands(BiFunction<Integer, LockHand, LockHand> tampered) {
    hands = tampered;
  }

  /** The member with the highest rank has something to report of its own storage. */
  public void failLastMember(String why) {
    localFailureOfLast = Optional.of(why);
  }

  /** One member's side of the carrier. */
  public Exchange exchange(int rank) {
    return exchanges.get(rank);
  }

  /** One generation; what each member came to, by rank. */
  public List<ClusterResult> run(long generation, long timeoutMillis) {
    List<Integer> everybody = new ArrayList<>();
    for (int rank = 0; rank < members.size(); rank++) {
      everybody.add(rank);
    }
    return run(generation, timeoutMillis, everybody);
  }

  /** One generation in which only some take part; what each of them came to. */
  public List<ClusterResult> run(long generation, long timeoutMillis, List<Integer> present) {
    long deadline = clock.nanoTime() + timeoutMillis * 1_000_000L;
    List<Future<ClusterResult>> running = new ArrayList<>();
    for (int rank : present) {
      running.add(threads.submit(() -> litmus(rank).run(part(rank, generation), deadline)));
    }
    List<ClusterResult> results = new ArrayList<>();
    for (Future<ClusterResult> member : running) {
      results.add(resultOf(member));
    }
    return results;
  }

  private static ClusterResult resultOf(Future<ClusterResult> member) {
    try {
      return member.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a member failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private ClusterLitmus litmus(int rank) {
    return new ClusterLitmus(exchanges.get(rank), object -> hands.apply(rank, hand(rank, object)));
  }

  private LockHand hand(int rank, LockObject object) {
    return new PosixLockHand(storage.apply(rank), root, clock, object);
  }

  private FlockLitmus.Part part(int rank, long generation) {
    boolean isLast = rank == members.size() - 1;
    return new FlockLitmus.Part(
        EPOCH,
        generation,
        LockKind.FLOCK,
        rank,
        members.get(rank),
        isLast ? localFailureOfLast : Optional.empty());
  }

  @Override
  public void close() {
    threads.shutdownNow();
    exchanges.forEach(Exchange::close);
  }
}
