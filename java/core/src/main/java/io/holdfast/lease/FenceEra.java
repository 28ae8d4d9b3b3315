package io.holdfast.lease;

import io.holdfast.durable.Name;
import java.util.List;
import java.util.Optional;

/**
 * The part of an id's history that counts: what is behind the last tombstone of the id. Fences and
 * records up to its floor, and origins of other eras, mean nothing any more.
 *
 * @param floor the highest number that a tombstone keeps of the id; 0 where there is none
 * @param retired what tombstones keep of the id, the highest number first
 * @param failure corrupt or unavailable: a tombstone cannot be read, and the floor is unknown
 */
record FenceEra(long floor, List<RetiredId> retired, Optional<Reading> failure) {

  /** No tombstone tells of the id. */
  static final FenceEra FIRST = new FenceEra(0, List.of(), Optional.empty());

  FenceEra {
    retired = List.copyOf(retired);
  }

  static FenceEra of(List<RetiredId> retired) {
    List<RetiredId> sorted =
        retired.stream().sorted((a, b) -> Long.compare(b.number(), a.number())).toList();
    return sorted.isEmpty()
        ? FIRST
        : new FenceEra(sorted.get(0).number(), sorted, Optional.empty());
  }

  static FenceEra unknown(Reading failure) {
    return new FenceEra(0, List.of(), Optional.of(failure));
  }

  /** Of two sights of one id the one that saw more. */
  FenceEra later(FenceEra other) {
    return other.failure.isPresent() || other.floor >= floor ? other : this;
  }

  boolean isKnown() {
    return failure.isEmpty();
  }

  /** {@code <id>.origin}, and behind a tombstone {@code <id>.origin.<floor>}. */
  Name origin(WorkId id) {
    return FenceName.origin(id, floor);
  }

  /** Whether the number of a fence belongs to this era; every era begins with a number 0. */
  boolean holds(long number) {
    return number == 0 || number > floor;
  }

  /** What the last tombstone keeps of the id. */
  Optional<LeaseRecord> last() {
    return retired.stream().findFirst().map(RetiredId::record);
  }

  /** The same, when the id is done. */
  Optional<LeaseRecord> done() {
    return last().filter(record -> record.status() == LeaseStatus.DONE);
  }

  /** Whether a transition of an earlier era is known to have been won. */
  boolean remembers(FenceName earlier) {
    return retired.stream().anyMatch(one -> one.before().equals(earlier));
  }
}
