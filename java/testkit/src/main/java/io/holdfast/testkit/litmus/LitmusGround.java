package io.holdfast.testkit.litmus;

import io.holdfast.posix.Posix;

/** What each part of the contract stands on. */
interface LitmusGround {

  /** What the member with this rank calls; all see one storage. */
  Posix posix(int rank);

  /** The fresh directory of the running test. */
  RootLook root();
}
