package io.holdfast.testkit.lease;

import io.holdfast.lease.TableManifest;

/** What holds for fence tables only; signed by a {@link LeaseContract}. */
public interface FenceTableContract
    extends FenceContract,
        FenceClaimContract,
        FenceReleaseContract,
        FenceSweepContract,
        FencePurgeContract,
        SessionContract,
        SessionBeatContract,
        IdleSessionContract,
        TakeOverContract,
        LostReplyContract {

  @Override
  default TableManifest.Protocol protocol() {
    return TableManifest.Protocol.FENCE;
  }
}
