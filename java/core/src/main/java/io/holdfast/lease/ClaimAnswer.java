package io.holdfast.lease;

/** What a claim came to. */
public sealed interface ClaimAnswer {

  /** The lease is the caller's, durably. */
  record Claimed(Lease lease) implements ClaimAnswer {}

  /**
   * Somebody has it.
   *
   * @param record by whom, and for what
   * @param remainingMillis how long it is not worth asking again, as far as is known
   */
  record Held(LeaseRecord record, long remainingMillis) implements ClaimAnswer {}

  /**
   * Its record is dated in the future, further than clocks may differ: some clock is wrong, and
   * nobody can say when the lease ends. Nothing was changed.
   */
  record ClockSkew(LeaseRecord record, double aheadSeconds) implements ClaimAnswer {}

  /** Its holder has begun to commit: it never expires and is never stolen. */
  record Committing(LeaseRecord record) implements ClaimAnswer {}

  /** It is done, for ever. */
  record Done(LeaseRecord record) implements ClaimAnswer {}

  /** What stands there is no valid record. Nothing was changed. */
  record Corrupt(String path, String reason) implements ClaimAnswer {}

  /** It could not be read or won before the deadline. Nothing is known. */
  record Unavailable(String reason) implements ClaimAnswer {}

  /** The root is not trusted at present. Nothing was touched. */
  record Untrusted(String reason) implements ClaimAnswer {}
}
