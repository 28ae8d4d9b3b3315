package io.holdfast.campaign;

import io.holdfast.campaign.item.Ground;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.result.LeaseClaims;
import io.holdfast.result.StageSweeper;
import java.util.List;

/** Removes what a campaign needs no more when everything is done: stages and tables. */
final class Retirement {

  private static final String OWNER = "campaign";
  private static final String REASON = "no coordinator is at work any more";

  private Retirement() {}

  /**
   * Sweeps the stages of workers that were killed, says durably that everything is done, then
   * removes the tables: who is killed meanwhile leaves it to the next run.
   *
   * @return names that are left, of stages and of epochs; empty when all is gone
   */
  static List<String> of(Posix posix, Durable durable, Ground ground)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    if (!ground.isDone()) {
      sweep(posix, durable, ground);
      ground.sayThatAllIsDone(durable);
    }
    return ground.retire(durable);
  }

  private static void sweep(Posix posix, Durable durable, Ground ground)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    LeaseOptions options = LeaseOptions.defaults(LeaseClocks.system(posix));
    try (WorkLeaseTable work =
        WorkLeaseTable.open(
            posix,
            ground.workTable(),
            ground.plan().workTable(),
            options,
            RootTrust.declaredByCaller(REASON),
            OWNER)) {
      new StageSweeper(posix, durable, ground.root(), new LeaseClaims(work)).sweep(() -> true);
    }
  }
}
