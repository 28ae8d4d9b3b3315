package io.holdfast.litmus;

/**
 * What the answers mean for one kind of lease table on this storage.
 *
 * @param protocol {@code moved-fence} or {@code update-locks}
 * @param profile what it needs between hosts
 */
public record ProtocolVerdict(String protocol, Profile profile, Verdict verdict) {}
