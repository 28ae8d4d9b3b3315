package io.holdfast.testkit.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.cluster.ClusterLitmus;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.litmus.cluster.Part;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Members on made-up hosts that run a litmus among themselves, each in a thread of its own. */
public final class LitmusGroup implements AutoCloseable {

  /** Of every group here. */
  public static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));

  private final List<Exchange> exchanges;
  private final List<Member> members = new ArrayList<>();
  private final IntFunction<Posix> storage;
  private final RawPath root;
  private final AtomicLong now = new AtomicLong();
  private final NanoClock clock = now::get;
  private final ExecutorService threads;
  private BiFunction<Integer, Hand, Hand> hands = (rank, hand) -> hand;
  private Optional<String> localFailureOfLast = Optional.empty();
  private Exclusion asked = Exclusion.FLOCK;

  /**
   * @param storage what a member calls, by rank
   * @param hosts the host of each member
   */
  public LitmusGroup(IntFunction<Posix> storage, RawPath root, String... hosts) {
    this.storage = storage;
    this.root = root;
    this.exchanges = new ArrayList<>(InProcessExchange.group(hosts.length, clock));
    this.threads = Executors.newFixedThreadPool(hosts.length);
    for (int rank = 0; rank < hosts.length; rank++) {
      members.add(Member.on(FakeHostIdentity.named(hosts[rank]), rank));
    }
  }

  /** What the members ask from now on; flock, unless this is called. */
  public LitmusGroup ask(Exclusion exclusion) {
    asked = exclusion;
    return this;
  }

  /** What stands between a member and the carrier from now on. */
  public void tamperExchange(int rank, TamperedExchange.Tampering tampering) {
    exchanges.set(rank, new TamperedExchange(exchanges.get(rank), tampering, frame -> {}));
  }

  /** What is told each frame that a member sent, after it did. */
  public void listen(int rank, Consumer<byte[]> sent) {
    exchanges.set(
        rank,
        new TamperedExchange(exchanges.get(rank), (to, channel, frame) -> List.of(frame), sent));
  }

  /** What stands between each member and its hand from now on. */
  public void tamperHands(BiFunction<Integer, Hand, Hand> tampered) {
    hands = tampered;
  }

  /** The member with the highest rank has something to report of its own storage. */
  public void failLastMember(String why) {
    localFailureOfLast = Optional.of(why);
  }

  /** Moves everybody's clock, which stands still otherwise. */
  public void advance(long millis) {
    now.addAndGet(millis * 1_000_000L);
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
      running.add(threads.submit(() -> litmus(rank).run(asked, part(rank, generation), deadline)));
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
    return new ClusterLitmus(
        exchanges.get(rank),
        new TamperedHands(
            Hands.of(storage.apply(rank), root, clock), hand -> hands.apply(rank, hand)));
  }

  private Part part(int rank, long generation) {
    boolean isLast = rank == members.size() - 1;
    return new Part(
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
