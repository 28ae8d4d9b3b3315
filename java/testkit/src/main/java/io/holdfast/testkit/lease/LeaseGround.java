package io.holdfast.testkit.lease;

import io.holdfast.lease.TableManifest;

/** What each part of the contract stands on. */
interface LeaseGround {

  /** The fresh root of the running test, and everybody who works on it. */
  LeaseArena arena();

  /** How the tables of the running test change their records. */
  TableManifest.Protocol protocol();
}
