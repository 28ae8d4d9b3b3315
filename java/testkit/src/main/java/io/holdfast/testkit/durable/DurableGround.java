package io.holdfast.testkit.durable;

import io.holdfast.testkit.contract.Feature;

/** What each part of the contract stands on. */
interface DurableGround {

  /** The fresh directory of the running test, and everything between it and the verbs. */
  DurableArena arena();

  /** Whether the file system of the directory has something. */
  boolean supports(Feature feature);
}
