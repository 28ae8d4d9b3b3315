package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.Job;
import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;
import java.util.Map;
import java.util.Set;

/** Asks another one, as long as nobody overrides how. */
abstract class ForwardingAdmission implements Admission {

  private final Admission delegate;

  ForwardingAdmission(Admission delegate) {
    this.delegate = delegate;
  }

  @Override
  public Answer admit(TargetGroup group, Job job) throws Exception {
    return delegate.admit(group, job);
  }

  @Override
  public Set<TargetGroup> renew(Map<TargetGroup, LeaseToken> held) throws Exception {
    return delegate.renew(held);
  }

  @Override
  public boolean withdraw(TargetGroup group, LeaseToken token) throws Exception {
    return delegate.withdraw(group, token);
  }

  @Override
  public int recover() throws Exception {
    return delegate.recover();
  }
}
