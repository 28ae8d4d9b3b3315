package io.holdfast.testkit.lease;

/** What holds for every table with update locks, and for no other. */
interface LockedTableContract
    extends UpdateLockContract,
        LockedRecordContract,
        LockedBeatContract,
        StampContract,
        ObservedExpiryContract {}
