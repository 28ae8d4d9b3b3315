package io.holdfast.testkit.contract;

import io.holdfast.posix.Posix;

/** What each part of the contract stands on. */
interface ContractGround {

  /** The subject. */
  Posix posix();

  /** The fresh directory of the running test. */
  Arena arena();

  /** Whether the file system of the directory has something; see {@link Feature}. */
  boolean supports(Feature feature);
}
