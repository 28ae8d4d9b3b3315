package io.holdfast.lease;

import io.holdfast.lease.LeaseRules.Expiry;
import io.holdfast.lease.LeaseRules.Wish;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What may become of the records of a group: {@link LeaseRules} for each member, and all or
 * nothing. Pure.
 */
final class GroupRules {

  private GroupRules() {}

  /**
   * @param wishes the claim of each member, all with one token
   */
  static GroupStep<ClaimAnswer, GroupClaimAnswer> claim(
      Map<WorkId, Reading> readings, Map<WorkId, Wish> wishes, double nowSeconds, Expiry expiry) {
    SortedMap<WorkId, ClaimAnswer> obstacles = new TreeMap<>();
    Map<WorkId, Step.Put<ClaimAnswer>> puts = new TreeMap<>();
    readings.forEach(
        (id, reading) -> {
          Wish wish = Objects.requireNonNull(wishes.get(id));
          Step<ClaimAnswer> step = LeaseRules.claim(id, reading, wish, nowSeconds, expiry);
          if (step instanceof Step.Put<ClaimAnswer> put) {
            puts.put(id, put);
          } else if (step instanceof Step.Keep<ClaimAnswer> keep) {
            obstacles.put(id, keep.answer());
          }
        });
    return obstacles.isEmpty()
        ? new GroupStep.PutAll<>(puts, GroupRules::claimed, GroupClaimAnswer.Lost::new)
        : new GroupStep.Keep<>(new GroupClaimAnswer.Refused(obstacles));
  }

  private static GroupClaimAnswer claimed(Map<WorkId, ClaimAnswer> members) {
    SortedMap<WorkId, Lease> leases = new TreeMap<>();
    members.forEach((id, claimed) -> leases.put(id, ((ClaimAnswer.Claimed) claimed).lease()));
    LeaseToken token = leases.values().iterator().next().token();
    return new GroupClaimAnswer.Claimed(new GroupLease(token, leases));
  }

  /** Writes the stamp into each record, when each is still held by the token. */
  static GroupStep<LeaseRecord, GroupHeartbeatAnswer> renew(
      Map<WorkId, Reading> readings, LeaseToken token, double nowSeconds) {
    Optional<String> unavailable = unavailable(readings);
    if (unavailable.isPresent()) {
      return new GroupStep.Keep<>(new GroupHeartbeatAnswer.Unavailable(unavailable.get()));
    }
    Map<WorkId, Step.Put<LeaseRecord>> puts = new TreeMap<>();
    readings.forEach(
        (id, reading) -> {
          if (reading instanceof Reading.Present present
              && LeaseRules.isRenewable(reading, token)) {
            LeaseRecord next =
                present.record().change().set(LeaseRecord.UPDATED, nowSeconds).make();
            puts.put(id, new Step.Put<>(next, written -> written));
          }
        });
    return puts.size() == readings.size()
        ? new GroupStep.PutAll<>(
            puts,
            all -> new GroupHeartbeatAnswer.Renewed(0),
            lost -> new GroupHeartbeatAnswer.Stale(Set.of(), Map.of()))
        : new GroupStep.Keep<>(new GroupHeartbeatAnswer.Stale(puts.keySet(), corrupt(readings)));
  }

  /** Frees each record, when each is still leased by the token. */
  static GroupStep<LeaseRecord, GroupReleaseAnswer> release(
      Map<WorkId, Reading> readings, LeaseToken token) {
    Optional<String> unavailable = unavailable(readings);
    if (unavailable.isPresent()) {
      return new GroupStep.Keep<>(new GroupReleaseAnswer.Unavailable(unavailable.get()));
    }
    Map<WorkId, LeaseRecord> ours = new TreeMap<>();
    readings.forEach(
        (id, reading) -> {
          if (LeaseRules.release(reading, token) instanceof Step.Free<ReleaseAnswer> free) {
            ours.put(id, free.record());
          }
        });
    return ours.size() == readings.size()
        ? new GroupStep.FreeAll<>(
            ours,
            new GroupReleaseAnswer.Released(),
            lost -> new GroupReleaseAnswer.Stale(Set.of(), Map.of()))
        : new GroupStep.Keep<>(
            new GroupReleaseAnswer.Stale(new TreeSet<>(ours.keySet()), corrupt(readings)));
  }

  private static Optional<String> unavailable(Map<WorkId, Reading> readings) {
    return readings.values().stream()
        .filter(Reading.Unavailable.class::isInstance)
        .map(reading -> ((Reading.Unavailable) reading).reason())
        .findFirst();
  }

  private static Map<WorkId, Reading.Corrupt> corrupt(Map<WorkId, Reading> readings) {
    Map<WorkId, Reading.Corrupt> corrupt = new TreeMap<>();
    readings.forEach(
        (id, reading) -> {
          if (reading instanceof Reading.Corrupt why) {
            corrupt.put(id, why);
          }
        });
    return corrupt;
  }
}
