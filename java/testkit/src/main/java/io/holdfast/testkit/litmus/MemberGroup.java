package io.holdfast.testkit.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.ConfigurationFile;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Members on made-up hosts, each in a thread of its own, on one clock that a test moves forward and
 * that stands still otherwise.
 */
public abstract sealed class MemberGroup implements AutoCloseable
    permits LitmusGroup, QualificationGroup {

  private final List<Exchange> exchanges;
  private final List<Member> members = new ArrayList<>();
  private final IntFunction<Posix> storage;
  private final RawPath root;
  private final AtomicLong now = new AtomicLong();
  private final ExecutorService threads;
  private BiFunction<Integer, Hand, Hand> hands = (rank, hand) -> hand;

  MemberGroup(IntFunction<Posix> storage, RawPath root, String... hosts) {
    this.storage = storage;
    this.root = root;
    this.exchanges = new ArrayList<>(InProcessExchange.group(hosts.length, clock()));
    this.threads = Executors.newFixedThreadPool(hosts.length);
    for (int rank = 0; rank < hosts.length; rank++) {
      members.add(on(hosts[rank], rank));
    }
  }

  private static Member on(String host, int rank) {
    return Member.on(FakeHostIdentity.named(host), rank);
  }

  // ---- what a test changes

  /** What stands between a member and the carrier from its next litmus on. */
  public final void tamperExchange(int rank, TamperedExchange.Tampering tampering) {
    exchanges.set(rank, new TamperedExchange(exchanges.get(rank), tampering, frame -> {}));
  }

  /** What is told each frame that a member sent, after it did. */
  public final void listen(int rank, Consumer<byte[]> sent) {
    exchanges.set(
        rank,
        new TamperedExchange(exchanges.get(rank), (to, channel, frame) -> List.of(frame), sent));
  }

  /** What stands between each member and its hand from now on. */
  public final void tamperHands(BiFunction<Integer, Hand, Hand> tampered) {
    hands = tampered;
  }

  /** From its next generation on a member says that it is on this host. */
  public final void moveTo(int rank, String host) {
    members.set(rank, on(host, rank));
  }

  final void advanceNanos(long nanos) {
    now.addAndGet(nanos);
  }

  // ---- what a member has

  /** How many there are. */
  final int size() {
    return members.size();
  }

  final NanoClock clock() {
    return now::get;
  }

  final Member member(int rank) {
    return members.get(rank);
  }

  /** One member's side of the carrier. */
  public final Exchange exchange(int rank) {
    return exchanges.get(rank);
  }

  final ConfigurationFile configurationFile(int rank) {
    return new ConfigurationFile(storage.apply(rank), root);
  }

  final Hands hands(int rank) {
    return new TamperedHands(
        Hands.of(storage.apply(rank), root, clock()), hand -> hands.apply(rank, hand));
  }

  // ---- threads

  final <T> Future<T> submit(Callable<T> work) {
    return threads.submit(work);
  }

  static <T> T result(Future<T> member) {
    try {
      return member.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a member failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    exchanges.forEach(Exchange::close);
  }
}
