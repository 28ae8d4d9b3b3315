package io.holdfast.lease;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What is to become of all records of a group, decided by what was read of all of them.
 *
 * @param <M> what becomes known of a member
 * @param <A> the answer for the group
 */
sealed interface GroupStep<M, A> {

  /** Nothing; this is the answer. */
  record Keep<M, A>(A answer) implements GroupStep<M, A> {}

  /**
   * Other records take the places of these: all of them, or none.
   *
   * @param steps by id
   * @param answer made of what became of the members, once that is durable
   * @param lost made of the ids that another coordinator won meanwhile; what was put is put back
   */
  record PutAll<M, A>(
      Map<WorkId, Step.Put<M>> steps,
      Function<Map<WorkId, M>, A> answer,
      Function<Set<WorkId>, A> lost)
      implements GroupStep<M, A> {}

  /**
   * Nobody has them any more.
   *
   * @param records what was read
   * @param lost made of the ids that another coordinator won meanwhile; the others are freed
   */
  record FreeAll<M, A>(Map<WorkId, LeaseRecord> records, A answer, Function<Set<WorkId>, A> lost)
      implements GroupStep<M, A> {}
}
