package io.holdfast.lab.crash;

import java.io.IOException;
import java.util.Optional;

/** Holds what a crash left against what was promised. Used by one thread. */
interface RemainsCheck {

  /** The first broken promise, in words; empty where all were kept. */
  Optional<String> violation(Ledger ledger, Remains remains) throws IOException;
}
