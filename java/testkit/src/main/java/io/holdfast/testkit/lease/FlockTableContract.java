package io.holdfast.testkit.lease;

import io.holdfast.lease.TableManifest;

/** What holds for flock tables only; signed by a {@link LeaseContract}. */
public interface FlockTableContract extends LockedTableContract, FlockContract {

  @Override
  default TableManifest.Protocol protocol() {
    return TableManifest.Protocol.FLOCK;
  }
}
