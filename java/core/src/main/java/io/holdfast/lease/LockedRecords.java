package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Records that are read and replaced under update locks, shared with writers of other languages.
 *
 * <p>The lock does not protect the rename: a holder that is frozen after its storage has given the
 * lock to somebody else still replaces the record when it wakes up. A lock is trusted for a bounded
 * time, which makes that rare and does not rule it out. Storage on which this matters wants a fence
 * table.
 */
final class LockedRecords implements RecordStore {

  /** Most update locks that one operation of many ids holds at once. */
  static final int LOCKS_AT_ONCE = 8;

  private static final LeaseCodec CODEC = LeaseCodec.ofLockedTables();

  private final Durable durable;
  private final Shards shards;
  private final LeaseOptions options;
  private final Nonces nonces;
  private final UpdateLock lock;

  LockedRecords(
      Durable durable, Shards shards, LeaseOptions options, Nonces nonces, UpdateLock lock) {
    this.durable = durable;
    this.shards = shards;
    this.options = options;
    this.nonces = nonces;
    this.lock = lock;
  }

  static Name name(WorkId id) {
    return Name.of(id.hex() + ".json");
  }

  @Override
  public Reading read(WorkId id) throws PosixException {
    Optional<ShardFiles> files = shards.existing(id.shard(shards.count()));
    return files.isEmpty() ? new Reading.Absent() : read(files.get(), id);
  }

  /** Reads; a second time before it calls a record corrupt, which others may be replacing. */
  static Reading read(ShardFiles files, WorkId id) throws PosixException {
    Reading first = readOnce(files, id);
    return first instanceof Reading.Corrupt ? readOnce(files, id) : first;
  }

  private static Reading readOnce(ShardFiles files, WorkId id) throws PosixException {
    FileContent content = files.read(name(id));
    if (content instanceof FileContent.Absent) {
      return new Reading.Absent();
    }
    String path = files.label() + "/" + name(id);
    if (content instanceof FileContent.Refused refused) {
      return new Reading.Corrupt(path, refused.reason());
    }
    try {
      return new Reading.Present(CODEC.decode(id, ((FileContent.Bytes) content).bytes()));
    } catch (LeaseFormatException e) {
      return new Reading.Corrupt(path, String.valueOf(e.getMessage()));
    }
  }

  /** Under the lock absence is believed only after a second look, which no cache answers. */
  Reading readLocked(ShardFiles files, WorkId id) throws PosixException {
    Reading first = read(files, id);
    if (!(first instanceof Reading.Absent)) {
      return first;
    }
    files.refresh(FenceName.passing(id, nonces.next()));
    return read(files, id);
  }

  @Override
  public <A> Map<WorkId, Outcome<A>> change(
      Collection<WorkId> ids, BiFunction<WorkId, Reading, Step<A>> transition)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<WorkId, Outcome<A>> outcomes = new TreeMap<>();
    Map<WorkId, ShardFiles> places = new LinkedHashMap<>();
    for (WorkId id : inOrder(ids)) {
      int shard = id.shard(shards.count());
      if (shards.existing(shard).isEmpty()
          && transition.apply(id, new Reading.Absent()) instanceof Step.Keep<A> keep) {
        outcomes.put(id, new Outcome.Answered<>(keep.answer()));
      } else {
        places.put(id, shards.make(shard));
      }
    }
    long deadline = deadline();
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (Map<WorkId, ShardFiles> some : inGroups(places)) {
        changeSome(some, transition, batch, deadline, outcomes);
      }
      batch.flush();
    }
    return outcomes;
  }

  @Override
  public <M, A> Outcome<A> changeGroup(
      Collection<WorkId> ids, Function<Map<WorkId, Reading>, GroupStep<M, A>> decision)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    long deadline = deadline();
    Optional<A> refusal = refusal(ids, decision, deadline);
    return new Outcome.Answered<>(
        refusal.isPresent() ? refusal.get() : this.<M, A>group(ids).run(decision, deadline));
  }

  @Override
  public GroupHeartbeatAnswer heartbeatGroup(Collection<WorkId> ids, LeaseToken token)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    double now = options.clocks().wallSeconds();
    long deadline = deadline();
    Function<Map<WorkId, Reading>, GroupStep<LeaseRecord, GroupHeartbeatAnswer>> decision =
        readings -> GroupRules.renew(readings, token, now);
    Optional<GroupHeartbeatAnswer> refusal = refusal(ids, decision, deadline);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    LockedGroup<LeaseRecord, GroupHeartbeatAnswer> group = group(ids);
    GroupHeartbeatAnswer answer = group.run(decision, deadline);
    return answer instanceof GroupHeartbeatAnswer.Renewed
        ? new GroupHeartbeatAnswer.Renewed(group.directorySyncs())
        : answer;
  }

  /**
   * What a group is answered that has a member whose shard has no directory, when nothing is to be
   * written; the locks of the others are held for the question. Empty where all have one, or where
   * theirs are to be made.
   */
  private <M, A> Optional<A> refusal(
      Collection<WorkId> ids,
      Function<Map<WorkId, Reading>, GroupStep<M, A>> decision,
      long deadline)
      throws PosixException {
    Map<WorkId, Reading> readings = new TreeMap<>();
    Map<WorkId, ShardFiles> there = new TreeMap<>();
    for (WorkId id : ids) {
      Optional<ShardFiles> files = shards.existing(id.shard(shards.count()));
      files.ifPresentOrElse(
          place -> there.put(id, place), () -> readings.put(id, new Reading.Absent()));
    }
    if (readings.isEmpty()) {
      return Optional.empty();
    }
    try (HeldLocks locks = new HeldLocks(options.clocks(), nonces)) {
      boolean held = take(locks, there, deadline);
      for (Map.Entry<WorkId, ShardFiles> member : there.entrySet()) {
        WorkId id = member.getKey();
        readings.put(id, held ? readLocked(member.getValue(), id) : busy());
      }
    }
    return decision.apply(readings) instanceof GroupStep.Keep<M, A> keep
        ? Optional.of(keep.answer())
        : Optional.empty();
  }

  private <M, A> LockedGroup<M, A> group(Collection<WorkId> ids)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<WorkId, ShardFiles> members = new TreeMap<>();
    for (WorkId id : ids) {
      members.put(id, shards.make(id.shard(shards.count())));
    }
    return new LockedGroup<>(this, durable, new HeldLocks(options.clocks(), nonces), members);
  }

  /** Takes the update locks of some ids; see {@link HeldLocks#take}. */
  boolean take(HeldLocks locks, Map<WorkId, ShardFiles> members, long deadline)
      throws PosixException {
    return locks.take(lock, members, deadline).isEmpty();
  }

  static byte[] encode(LeaseRecord record) {
    return CODEC.encode(record);
  }

  private <A> void changeSome(
      Map<WorkId, ShardFiles> some,
      BiFunction<WorkId, Reading, Step<A>> transition,
      DirectoryBarrierBatch batch,
      long deadline,
      Map<WorkId, Outcome<A>> outcomes)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (HeldLocks locks = new HeldLocks(options.clocks(), nonces)) {
      boolean held = locks.take(lock, some, deadline).isEmpty();
      Set<WorkId> put = new TreeSet<>();
      Set<WorkId> freed = new TreeSet<>();
      for (Map.Entry<WorkId, ShardFiles> entry : some.entrySet()) {
        WorkId id = entry.getKey();
        Reading reading = held ? readLocked(entry.getValue(), id) : busy();
        Step<A> step = transition.apply(id, reading);
        if (step instanceof Step.Keep<A> keep) {
          outcomes.put(id, new Outcome.Answered<>(keep.answer()));
        } else if (step instanceof Step.Confirm<A> confirm) {
          batch.changed(entry.getValue().dir());
          outcomes.put(id, new Outcome.Answered<>(confirm.answer()));
        } else if (step instanceof Step.Put<A> next) {
          batch.replace(entry.getValue().dir(), name(id), CODEC.encode(next.record()));
          put.add(id);
          outcomes.put(id, new Outcome.Answered<>(next.answer().apply(next.record())));
        } else if (step instanceof Step.Free<A> free) {
          freed.add(id);
          outcomes.put(id, new Outcome.Answered<>(free.answer()));
        }
      }
      if (!put.isEmpty() || !freed.isEmpty()) {
        move(locks, batch);
      }
      for (WorkId id : freed) {
        batch.remove(files(some, id).dir(), name(id));
      }
    }
  }

  private static ShardFiles files(Map<WorkId, ShardFiles> some, WorkId id) {
    return Objects.requireNonNull(some.get(id));
  }

  static Reading busy() {
    return new Reading.Unavailable("others held its update lock until the deadline");
  }

  /** Makes the content barriers and moves the records to their names. */
  private void move(HeldLocks locks, DirectoryBarrierBatch batch)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    batch.sync();
    requireTrusted(locks);
    batch.move();
  }

  /** Right before the rename; what was staged is dropped, and nothing has changed. */
  void requireTrusted(HeldLocks locks) throws PosixException {
    if (!locks.areTrusted(options.lockTrustNanos())) {
      throw lock.failure(locks.first(), Errno.ETIMEDOUT);
    }
  }

  /** By shard, then by id: the order in which errors are told. */
  private SortedSet<WorkId> inOrder(Collection<WorkId> ids) {
    SortedSet<WorkId> ordered =
        new TreeSet<>(
            Comparator.comparingInt((WorkId id) -> id.shard(shards.count()))
                .thenComparing(Comparator.naturalOrder()));
    ordered.addAll(ids);
    return ordered;
  }

  /** As many at once as locks are held at once, in the order given. */
  private static List<Map<WorkId, ShardFiles>> inGroups(Map<WorkId, ShardFiles> places) {
    List<Map<WorkId, ShardFiles>> groups = new ArrayList<>();
    for (Map.Entry<WorkId, ShardFiles> place : places.entrySet()) {
      if (groups.isEmpty() || groups.get(groups.size() - 1).size() == LOCKS_AT_ONCE) {
        groups.add(new LinkedHashMap<>());
      }
      groups.get(groups.size() - 1).put(place.getKey(), place.getValue());
    }
    return groups;
  }

  /**
   * Writes the new stamp into each record that is still held: N content barriers, one barrier for
   * each shard. Stale tokens cost neither. A lock that others hold until the one deadline ends the
   * whole heartbeat, as any error does: what was moved before is durable, nothing is answered.
   */
  @Override
  public LeaseHeartbeatBatch heartbeat(Map<WorkId, LeaseToken> tokens)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Beat beat = new Beat(tokens, options.clocks().wallSeconds(), deadline());
    Map<WorkId, ShardFiles> places = new LinkedHashMap<>();
    for (WorkId id : inOrder(tokens.keySet())) {
      Optional<ShardFiles> files = shards.existing(id.shard(shards.count()));
      files.ifPresentOrElse(there -> places.put(id, there), () -> beat.lost().add(id));
    }
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (Map<WorkId, ShardFiles> some : inGroups(places)) {
        beatSome(some, beat, batch);
      }
      return beat.answer(batch.flush().directorySyncs());
    }
  }

  private void beatSome(Map<WorkId, ShardFiles> some, Beat beat, DirectoryBarrierBatch batch)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (HeldLocks locks = new HeldLocks(options.clocks(), nonces)) {
      Optional<WorkId> busy = locks.take(lock, some, beat.deadline());
      if (busy.isPresent()) {
        throw lock.failure(busy.get(), Errno.EAGAIN);
      }
      boolean writes = false;
      for (Map.Entry<WorkId, ShardFiles> entry : some.entrySet()) {
        WorkId id = entry.getKey();
        Optional<LeaseRecord> next = beat.next(id, readLocked(entry.getValue(), id));
        if (next.isPresent()) {
          batch.replace(entry.getValue().dir(), name(id), CODEC.encode(next.get()));
          writes = true;
        }
      }
      if (writes) {
        move(locks, batch);
      }
    }
  }

  /** What one heartbeat asks and has found so far. */
  private record Beat(
      Map<WorkId, LeaseToken> tokens,
      double nowSeconds,
      long deadline,
      Set<WorkId> renewed,
      Set<WorkId> lost,
      Map<WorkId, Reading.Corrupt> corrupt) {

    Beat(Map<WorkId, LeaseToken> tokens, double nowSeconds, long deadline) {
      this(tokens, nowSeconds, deadline, new TreeSet<>(), new TreeSet<>(), new TreeMap<>());
    }

    /** The record with its new stamp; empty where the lease is lost. */
    Optional<LeaseRecord> next(WorkId id, Reading reading) {
      LeaseToken token = Objects.requireNonNull(tokens.get(id));
      if (LeaseRules.isRenewable(reading, token) && reading instanceof Reading.Present present) {
        renewed.add(id);
        return Optional.of(present.record().change().set(LeaseRecord.UPDATED, nowSeconds).make());
      }
      lost.add(id);
      if (reading instanceof Reading.Corrupt why) {
        corrupt.put(id, why);
      }
      return Optional.empty();
    }

    LeaseHeartbeatBatch answer(int directorySyncs) {
      return new LeaseHeartbeatBatch(renewed, lost, corrupt, directorySyncs);
    }
  }

  @Override
  public void scan(Obstacles obstacles, BiConsumer<WorkId, Reading> visitor) throws PosixException {
    for (ShardFiles files : shards.all(obstacles)) {
      for (String name : new TreeSet<>(Shards.names(files, obstacles))) {
        String stem = name.endsWith(".json") ? name.substring(0, name.length() - 5) : "";
        if (WorkId.isWorkId(stem)) {
          scan(files, new WorkId(stem), obstacles, visitor);
        }
      }
    }
  }

  private static void scan(
      ShardFiles files, WorkId id, Obstacles obstacles, BiConsumer<WorkId, Reading> visitor)
      throws PosixException {
    try {
      Reading reading = read(files, id);
      if (!(reading instanceof Reading.Absent)) {
        visitor.accept(id, reading);
      }
    } catch (PosixException e) {
      obstacles.meet(files.label() + "/" + name(id), e);
    }
  }

  /** Removes staged files of ids whose update lock is free: their writer is not at work. */
  @Override
  public int sweep(Obstacles obstacles) throws PosixException {
    int swept = 0;
    for (ShardFiles files : shards.all(obstacles)) {
      for (String name : Shards.names(files, obstacles)) {
        if (isStaged(name)) {
          swept += sweep(files, name, obstacles);
        }
      }
    }
    return swept;
  }

  private static boolean isStaged(String name) {
    return name.length() > WorkId.LENGTH
        && WorkId.isWorkId(name.substring(0, WorkId.LENGTH))
        && name.startsWith(".json.", WorkId.LENGTH)
        && Durable.isLeftoverName(Name.of(name));
  }

  private int sweep(ShardFiles files, String name, Obstacles obstacles) throws PosixException {
    WorkId id = new WorkId(name.substring(0, WorkId.LENGTH));
    try (HeldLocks locks = new HeldLocks(options.clocks(), nonces)) {
      long now = options.clocks().boot().nanoTime();
      boolean isFree = locks.take(lock, Map.of(id, files), now).isEmpty();
      return isFree && files.unlink(Name.of(name)) == 0 ? 1 : 0;
    } catch (PosixException e) {
      obstacles.meet(lock.finding(files, id, e), e);
      return 0;
    }
  }

  private long deadline() {
    return options.clocks().boot().nanoTime() + options.patienceNanos();
  }

  @Override
  public void close() {
    shards.close();
  }
}
