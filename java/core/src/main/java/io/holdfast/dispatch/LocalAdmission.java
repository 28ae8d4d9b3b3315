package io.holdfast.dispatch;

import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;
import java.util.Map;
import java.util.Set;

/**
 * Admission that asks nobody: for a coordinator that is alone, and to see what leases of targets
 * are good for. Schedulers that share their {@link LocalReservations} still never hold overlapping
 * groups; those of different processes may work on one target at the same time.
 */
public final class LocalAdmission implements Admission {

  private static final LeaseToken NOTHING_IS_LEASED = new LeaseToken("nothing-is-leased");

  /** Grants whatever is asked for. */
  public LocalAdmission() {}

  @Override
  public Answer admit(TargetGroup group, Job job) {
    return new Answer.Granted(NOTHING_IS_LEASED);
  }

  @Override
  public Set<TargetGroup> renew(Map<TargetGroup, LeaseToken> held) {
    return Set.of();
  }

  @Override
  public boolean withdraw(TargetGroup group, LeaseToken token) {
    return true;
  }

  @Override
  public int recover() {
    return 0;
  }
}
