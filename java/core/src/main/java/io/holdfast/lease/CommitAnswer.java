package io.holdfast.lease;

/** What the beginning of a commit came to. */
public sealed interface CommitAnswer {

  /** The lease is committing, durably: irreversible, until it is done. */
  record Begun(Lease lease) implements CommitAnswer {}

  /** The token does not hold the lease, or the commit began with another manifest. */
  record Stale() implements CommitAnswer {}

  record Corrupt(String path, String reason) implements CommitAnswer {}

  record Unavailable(String reason) implements CommitAnswer {}
}
