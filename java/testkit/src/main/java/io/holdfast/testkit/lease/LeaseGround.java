package io.holdfast.testkit.lease;

/** What each part of the contract stands on. */
interface LeaseGround {

  /** The fresh root of the running test, and everybody who works on it. */
  LeaseArena arena();
}
