package io.holdfast.lab.shared;

import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.SteppedPosix;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * At a client: many coordinators that each begin a commit of an id of their own, and stop at
 * another step of it. They go on when they are told to, and say what they were answered.
 */
final class SteppedHolderMain {

  static final String OWNER = "holder";
  static final long TTL_MILLIS = 5000;

  /**
   * Longer than it is frozen or cut off: what is late is refused by the table, not by its own
   * patience.
   */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private static final int SHARDS = 2;
  private static final Claimant WHO = new Claimant(OWNER, 0);
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final Posix posix;
  private final RawPath root;
  private final TableManifest manifest;
  private final CountDownLatch goOn = new CountDownLatch(1);

  private SteppedHolderMain(Posix posix, RawPath root, TableManifest manifest) {
    this.posix = posix;
    this.root = root;
    this.manifest = manifest;
  }

  static TableManifest manifest(String protocol) {
    return TableManifest.ofWork()
        .withProtocol(TableManifest.Protocol.valueOf(protocol))
        .withShardCount(SHARDS)
        .withTtlMillis(TTL_MILLIS);
  }

  static LeaseOptions options(Posix posix, long patienceNanos) {
    return LeaseOptions.defaults(LeaseClocks.system(posix))
        .withPatienceNanos(patienceNanos)
        .withDurable(DurableOptions.defaults().withFanOut(1).withExecutor(Runnable::run));
  }

  /** What the coordinator with a number holds; number 0 is the one that counts the steps. */
  static WorkId id(int number) {
    return WorkId.ofTarget(1L + number);
  }

  /**
   * The program.
   *
   * @param arguments the table, and its protocol
   */
  public static void main(String[] arguments) throws Exception {
    new SteppedHolderMain(Bindings.load(), RawPath.of(arguments[0]), manifest(arguments[1])).run();
  }

  private void run() throws Exception {
    Holder first = new Holder(0, Integer.MAX_VALUE);
    first.commit();
    int steps = first.steps;
    List<Holder> holders = new ArrayList<>();
    for (int number = 1; number <= steps; number++) {
      holders.add(new Holder(number, number));
    }
    List<Thread> threads = holders.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    for (Holder holder : holders) {
      holder.stopped.await();
    }
    System.out.println("stopped " + steps);
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    goOn.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    for (Holder holder : holders) {
      System.out.println(holder.number + " " + holder.said + " " + holder.saidAfterwards);
    }
    System.out.println("over");
    // Their sessions are not ended: the directory may be gone by now.
    Runtime.getRuntime().halt(0);
  }

  /** One coordinator, which holds one id. */
  private final class Holder implements Runnable {

    private final int number;
    private final int stopAt;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final WorkLeaseTable table;
    private final Lease lease;
    private boolean counts;
    private int steps;
    private String said = "";
    private String saidAfterwards = "";

    Holder(int number, int stopAt) throws Exception {
      this.number = number;
      this.stopAt = stopAt;
      this.table =
          WorkLeaseTable.open(
              new SteppedPosix(posix, this::step),
              root,
              manifest,
              options(posix, PATIENCE_NANOS),
              RootTrust.declaredByCaller("its holders are silent on purpose"),
              OWNER);
      WorkId id = id(number);
      if (!(table.claim(id, NOTHING, WHO) instanceof ClaimAnswer.Claimed claimed)) {
        throw new IllegalStateException("nobody else is there yet");
      }
      this.lease = claimed.lease();
    }

    private void step() {
      if (counts && ++steps == stopAt) {
        stopped.countDown();
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }

    void commit() throws Exception {
      table.heartbeatMany(Map.of(lease.id(), lease.token()));
      counts = true;
      CommitAnswer answer = table.beginCommit(lease.id(), lease.token(), Optional.of(NOTHING));
      counts = false;
      said = answer.getClass().getSimpleName();
    }

    @Override
    public void run() {
      try {
        commit();
      } catch (Exception e) {
        said = e.getClass().getSimpleName();
      }
      counts = false;
      stopped.countDown();
      try {
        goOn.await();
        saidAfterwards = table.completeOnce(lease.id(), lease.token()).getClass().getSimpleName();
      } catch (Exception e) {
        saidAfterwards = e.getClass().getSimpleName();
      }
    }
  }
}
