package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.PosixException;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The one seam between a table and its storage. Above it nobody knows whether a record is changed
 * by moving its fence or under an update lock.
 *
 * <p>Any number of threads may use it.
 */
interface RecordStore extends AutoCloseable {

  /** Reads one record. */
  Reading read(WorkId id) throws PosixException;

  /**
   * Compares and puts. For each id: reads what counts, asks {@code transition}, does what it says
   * and answers when that is durable. Where others change the record meanwhile it reads and asks
   * again, until the deadline, at which it asks with {@link Reading.Unavailable}.
   *
   * <p>Content barriers of all ids and one directory barrier for each shard; each id by itself is
   * changed wholly or not at all.
   *
   * @param transition without side effects and may be asked more than once, except where records
   *     have update locks: there it is asked once, with the lock held, and before that once with
   *     {@link Reading.Absent} where the shard has no directory, which is made only when something
   *     is to be put into it
   * @return for each id how it ended, in the order of ids
   * @throws PosixException nothing more is done; what was changed before is durable or, as {@link
   *     DurabilityUnknownException} would say, unknown to the caller
   * @throws SessionLostException this session ended before the answer
   */
  <A> Map<WorkId, Outcome<A>> change(
      Collection<WorkId> ids, BiFunction<WorkId, Reading, Step<A>> transition)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;

  /**
   * Changes a group: reads the records of all its members, asks once for all, and does what is said
   * with all of them or with none. One content barrier for each member, one directory barrier for
   * each shard.
   *
   * @param decision as the transition of {@link #change}
   * @throws PosixException the group is as it was before, as far as the storage answers
   */
  <M, A> Outcome<A> changeGroup(
      Collection<WorkId> ids, Function<Map<WorkId, Reading>, GroupStep<M, A>> decision)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;

  /**
   * Renews the leases of a group, or writes nothing when one of them is lost; see {@link
   * GroupLeaseTable#heartbeat}.
   */
  GroupHeartbeatAnswer heartbeatGroup(Collection<WorkId> ids, LeaseToken token)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;

  /**
   * Renews leases; see {@link WorkLeaseTable#heartbeatMany}.
   *
   * @param tokens what is believed to be held
   */
  LeaseHeartbeatBatch heartbeat(Map<WorkId, LeaseToken> tokens)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;

  /**
   * Reads all records, shard by shard, without locks. A record that changes meanwhile is seen
   * before or after.
   */
  void scan(Obstacles obstacles, BiConsumer<WorkId, Reading> visitor) throws PosixException;

  /**
   * Removes what writers that died have left.
   *
   * @return how many names went
   */
  int sweep(Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException;

  @Override
  void close();
}
