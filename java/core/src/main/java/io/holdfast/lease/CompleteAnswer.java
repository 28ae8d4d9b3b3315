package io.holdfast.lease;

/** What the completion of work came to. */
public sealed interface CompleteAnswer {

  /** It is done, durably, by this call. */
  record Completed(LeaseRecord record) implements CompleteAnswer {}

  /** It was done with this token before. */
  record Already(LeaseRecord record) implements CompleteAnswer {}

  /** The token does not hold the lease: whatever was computed under it does not count. */
  record Stale() implements CompleteAnswer {}

  record Corrupt(String path, String reason) implements CompleteAnswer {}

  record Unavailable(String reason) implements CompleteAnswer {}
}
