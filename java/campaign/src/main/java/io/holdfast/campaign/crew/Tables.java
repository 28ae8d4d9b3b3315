package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Plan;
import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.LocalAdmission;
import io.holdfast.dispatch.TargetAdmission;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.target.TargetLeaseTable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The two tables of a coordinator. */
record Tables(WorkLeaseTable work, TargetLeaseTable targets, String owner)
    implements AutoCloseable {

  /** Opens both; the first coordinator makes them. */
  static Tables open(Posix posix, Ground ground, LeaseClocks clocks, RootTrust trust, String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    Plan plan = ground.plan();
    LeaseOptions options =
        LeaseOptions.defaults(clocks)
            .withPatienceNanos(TimeUnit.MILLISECONDS.toNanos(plan.ttlMillis()) / 2);
    WorkLeaseTable work =
        WorkLeaseTable.open(posix, ground.workTable(), plan.workTable(), options, trust, owner);
    @Nullable TargetLeaseTable targets = null;
    try {
      targets =
          TargetLeaseTable.open(
              posix, ground.targetTable(), plan.targetTable(), options, trust, owner);
      return new Tables(work, targets, owner);
    } finally {
      if (targets == null) {
        work.close();
      }
    }
  }

  /** By the leases of targets, or without them. */
  Admission admission(boolean leased) {
    return leased ? new TargetAdmission(targets, owner) : new LocalAdmission();
  }

  @Override
  public void close() {
    targets.close();
    work.close();
  }
}
