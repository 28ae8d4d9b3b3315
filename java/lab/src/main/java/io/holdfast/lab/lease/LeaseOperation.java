package io.holdfast.lab.lease;

import java.util.Locale;

/** What is measured. */
public enum LeaseOperation {
  /** A claim that is granted. */
  CLAIM,
  /** The beginning of a commit. */
  COMMIT,
  /** A completion. */
  COMPLETE,
  /** A heartbeat of all leases of a coordinator. */
  HEARTBEAT;

  /** The name in documents. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
