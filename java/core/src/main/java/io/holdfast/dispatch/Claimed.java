package io.holdfast.dispatch;

import io.holdfast.lease.Lease;
import java.util.Optional;

/**
 * A job whose targets and whose exact work are leased. Nothing is sent yet.
 *
 * <p>Its job is the one that was admitted, with the advice that was given; its targets are leased.
 */
public final class Claimed implements ClaimStep {

  private final Admitted admitted;
  private final Job job;
  private final Optional<TargetHold> targets;
  private final Lease lease;

  Claimed(Admitted admitted, Job job, Optional<TargetHold> targets, Lease lease) {
    this.admitted = admitted;
    this.job = job;
    this.targets = targets;
    this.lease = lease;
  }

  Admitted admitted() {
    return admitted;
  }

  Optional<TargetHold> targets() {
    return targets;
  }

  public Proposal proposal() {
    return admitted.proposal();
  }

  /** What the worker is to do. */
  public Job job() {
    return job;
  }

  /** Whether another coordinator had the exact work before, and its lease has expired. */
  public boolean isStolen() {
    return lease.record().isStolen();
  }

  /** That of the exact work. */
  public Lease lease() {
    return lease;
  }
}
