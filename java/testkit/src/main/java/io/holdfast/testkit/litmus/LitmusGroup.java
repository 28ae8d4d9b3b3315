package io.holdfast.testkit.litmus;

import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.cluster.ClusterLitmus;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Part;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Members that run a litmus among themselves. */
public final class LitmusGroup extends MemberGroup {

  /** Of every group here. */
  public static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));

  private Optional<String> localFailureOfLast = Optional.empty();
  private Exclusion asked = Exclusion.FLOCK;

  /**
   * @param storage what a member calls, by rank
   * @param hosts the host of each member
   */
  public LitmusGroup(IntFunction<Posix> storage, RawPath root, String... hosts) {
    super(storage, root, hosts);
  }

  /** What the members ask from now on; flock, unless this is called. */
  public LitmusGroup ask(Exclusion exclusion) {
    asked = exclusion;
    return this;
  }

  /** The member with the highest rank has something to report of its own storage. */
  public void failLastMember(String why) {
    localFailureOfLast = Optional.of(why);
  }

  /** Moves everybody's clock, which stands still otherwise. */
  public void advance(long millis) {
    advanceNanos(millis * 1_000_000L);
  }

  /** One generation; what each member came to, by rank. */
  public List<ClusterResult> run(long generation, long timeoutMillis) {
    List<Integer> everybody = new ArrayList<>();
    for (int rank = 0; rank < size(); rank++) {
      everybody.add(rank);
    }
    return run(generation, timeoutMillis, everybody);
  }

  /** One generation in which only some take part; what each of them came to. */
  public List<ClusterResult> run(long generation, long timeoutMillis, List<Integer> present) {
    long deadline = clock().nanoTime() + timeoutMillis * 1_000_000L;
    List<Future<ClusterResult>> running = new ArrayList<>();
    for (int rank : present) {
      running.add(submit(() -> litmus(rank).run(asked, part(rank, generation), deadline)));
    }
    List<ClusterResult> results = new ArrayList<>();
    for (Future<ClusterResult> member : running) {
      results.add(result(member));
    }
    return results;
  }

  private ClusterLitmus litmus(int rank) {
    return new ClusterLitmus(exchange(rank), hands(rank));
  }

  private Part part(int rank, long generation) {
    boolean isLast = rank == size() - 1;
    return new Part(
        EPOCH,
        generation,
        LockKind.FLOCK,
        rank,
        member(rank),
        isLast ? localFailureOfLast : Optional.empty());
  }
}
