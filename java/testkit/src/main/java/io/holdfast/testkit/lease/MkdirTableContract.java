package io.holdfast.testkit.lease;

import io.holdfast.lease.TableManifest;

/** What holds for mkdir tables only; signed by a {@link LeaseContract}. */
public interface MkdirTableContract extends LockedTableContract, MkdirContract {

  @Override
  default TableManifest.Protocol protocol() {
    return TableManifest.Protocol.MKDIR;
  }
}
