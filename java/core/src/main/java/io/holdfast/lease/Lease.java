package io.holdfast.lease;

/**
 * A claim that was granted.
 *
 * @param id what is leased
 * @param token proves the claim to this table
 * @param fence the fencing number: pass it to every outside resource, and let that refuse smaller
 *     ones
 * @param record the record that was written
 */
public record Lease(WorkId id, LeaseToken token, long fence, LeaseRecord record) {

  static Lease of(LeaseRecord record) {
    return new Lease(record.id(), record.token(), record.fence(), record);
  }
}
