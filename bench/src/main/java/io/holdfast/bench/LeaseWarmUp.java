package io.holdfast.bench;

import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs each operation of a lease table until the JVM has compiled it, in memory if there is any.
 */
final class LeaseWarmUp {

  private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int TIMES = 20_000;
  private static final int LEASES = 64;

  private final String directory;

  LeaseWarmUp(String directory) {
    this.directory = directory;
  }

  void run() throws Exception {
    for (Protocol protocol : new Protocol[] {Protocol.FENCE, Protocol.FLOCK}) {
      try (LeaseGround ground =
          new LeaseGround(directory, "warm-up-" + protocol, protocol, ClaimWorker.SHARDS)) {
        int[] turn = new int[1];
        repeat(() -> ground.release(ground.claim(turn[0]++ % LEASES)));
        repeat(() -> ground.table().read(LeaseGround.id(turn[0]++ % LEASES)));
        repeat(() -> ground.table().counts());
        Map<WorkId, LeaseToken> tokens = HeartbeatContests.claim(ground, LEASES);
        repeat(() -> HeartbeatContests.beat(ground, tokens));
      }
    }
  }

  private interface Operation {
    void run() throws Exception;
  }

  private static void repeat(Operation operation) throws Exception {
    long end = System.nanoTime() + BUDGET_NANOS;
    for (int i = 0; i < TIMES && System.nanoTime() < end; i++) {
      operation.run();
    }
  }
}
