package io.holdfast.lease;

/** What a release came to. */
public sealed interface ReleaseAnswer {

  /** Nobody has it any more, durably. */
  record Released() implements ReleaseAnswer {}

  /** The token does not hold the lease, or it is committing. */
  record Stale() implements ReleaseAnswer {}

  /** It was given up, and a power cut may bring it back until its session or its ttl ends. */
  record RemovedDurabilityUnknown(String reason) implements ReleaseAnswer {}

  record Corrupt(String path, String reason) implements ReleaseAnswer {}

  record Unavailable(String reason) implements ReleaseAnswer {}
}
