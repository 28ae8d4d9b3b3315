package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.PosixException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Records that are changed by moving a fence: a file whose name carries the number and the nonce of
 * the transition that counts. A rename of a name that never recurs is won at most once, also by
 * clients whose locks lie, whose caches are stale, or that freeze in the middle.
 *
 * <p>Assumed of the storage: a rename of one source to different targets has one winner, link is
 * exclusive, a crash tears no rename. The litmus asks.
 */
final class FencedRecords implements RecordStore {

  private final Fences fences;
  private final Session session;
  private final long patienceNanos;
  private final Stripes stripes = new Stripes();
  private final FenceSweeper sweeper;

  FencedRecords(
      Durable durable,
      Shards shards,
      LeaseOptions options,
      Nonces nonces,
      Session session,
      LeaseCounters counters) {
    LeaseClocks clocks = options.clocks();
    FenceReader reader = new FenceReader(clocks, nonces);
    this.fences =
        new Fences(
            durable,
            shards,
            clocks,
            session,
            counters,
            reader,
            new FenceGenesis(durable, clocks, counters),
            new FenceRetirement(durable, counters, reader),
            new Unsettled(reader, clocks),
            new KnownFences());
    this.session = session;
    this.patienceNanos = options.patienceNanos();
    this.sweeper = new FenceSweeper(durable, counters);
  }

  @Override
  public Reading read(WorkId id) throws PosixException {
    Optional<ShardFiles> files = fences.shards().existing(id.shard(fences.shards().count()));
    return files.isEmpty() ? new Reading.Absent() : read(files.get(), id);
  }

  private Reading read(ShardFiles files, WorkId id) throws PosixException {
    return Fences.reading(
        fences.reader().read(new FenceView(files, id, fences.counters()), deadline()));
  }

  @Override
  public <A> Map<WorkId, Outcome<A>> change(
      Collection<WorkId> ids, BiFunction<WorkId, Reading, Step<A>> transition)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Stripes.Held held = stripes.hold(ids);
    try {
      return new FenceRounds<A>(fences, ids, transition, deadline()).run();
    } finally {
      held.close();
    }
  }

  @Override
  public <M, A> Outcome<A> changeGroup(
      Collection<WorkId> ids, Function<Map<WorkId, Reading>, GroupStep<M, A>> decision)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Stripes.Held held = stripes.hold(ids);
    try {
      return new FenceGroup<>(fences, ids, decision, patienceNanos).run();
    } finally {
      held.close();
    }
  }

  /** A beat writes nothing into any record, whether it is lost or not. */
  @Override
  public GroupHeartbeatAnswer heartbeatGroup(Collection<WorkId> ids, LeaseToken token)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    ids.forEach(id -> tokens.put(id, token));
    LeaseHeartbeatBatch batch = heartbeat(tokens);
    return batch.lost().isEmpty()
        ? new GroupHeartbeatAnswer.Renewed(batch.directorySyncs())
        : new GroupHeartbeatAnswer.Stale(batch.renewed(), batch.corrupt());
  }

  /**
   * One beat of the session renews everything; then one look at each fence tells what is still
   * there to be renewed.
   */
  @Override
  public LeaseHeartbeatBatch heartbeat(Map<WorkId, LeaseToken> tokens)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    session.beat();
    settle();
    Set<WorkId> renewed = new TreeSet<>();
    Set<WorkId> lost = new TreeSet<>();
    Map<WorkId, Reading.Corrupt> corrupt = new TreeMap<>();
    for (Map.Entry<WorkId, LeaseToken> entry : tokens.entrySet()) {
      WorkId id = entry.getKey();
      Optional<FenceName> at = fences.known().of(id, entry.getValue());
      if (at.isPresent() && isThere(id, at.get())) {
        renewed.add(id);
        continue;
      }
      Reading reading = read(id);
      if (LeaseRules.isRenewable(reading, entry.getValue())) {
        renewed.add(id);
      } else {
        lost.add(id);
        fences.known().forget(id);
        if (reading instanceof Reading.Corrupt why) {
          corrupt.put(id, why);
        }
      }
    }
    return new LeaseHeartbeatBatch(renewed, lost, corrupt, 0);
  }

  private boolean isThere(WorkId id, FenceName at) throws PosixException {
    Optional<ShardFiles> files = fences.shards().existing(id.shard(fences.shards().count()));
    return files.isPresent() && new FenceView(files.get(), id, fences.counters()).isThere(at);
  }

  /** Gives up leases that were won without anybody having learned of it. */
  private void settle()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    try {
      for (Map.Entry<FenceName, LeaseRecord> won : fences.unsettled().won().entrySet()) {
        LeaseRecord record = won.getValue();
        change(List.of(record.id()), (id, read) -> LeaseRules.release(read, record.token()));
        fences.unsettled().settled(won.getKey());
      }
    } finally {
      if (isTooLongUnsettled()) {
        session.close();
      }
    }
    if (isTooLongUnsettled()) {
      throw new SessionLostException("a transition stayed unknown for longer than the ttl");
    }
  }

  private boolean isTooLongUnsettled() {
    return fences.unsettled().oldestNanos() >= session.ttlNanos();
  }

  @Override
  public void scan(Obstacles obstacles, BiConsumer<WorkId, Reading> visitor) throws PosixException {
    for (ShardFiles files : fences.shards().all(obstacles)) {
      scan(files, obstacles, visitor);
    }
  }

  /** Reads all records of one shard; what was retired is none. */
  void scan(ShardFiles files, Obstacles obstacles, BiConsumer<WorkId, Reading> visitor)
      throws PosixException {
    ShardListing listing = ShardListing.of(Shards.names(files, obstacles));
    for (Map.Entry<WorkId, List<String>> listed : listing.byId().entrySet()) {
      WorkId id = listed.getKey();
      try {
        Reading reading = readListed(files, id, listed.getValue());
        boolean retired = reading instanceof Reading.Present there && there.record().isRetired();
        if (!(reading instanceof Reading.Absent) && !retired) {
          visitor.accept(id, reading);
        }
      } catch (PosixException e) {
        obstacles.meet(files.label() + "/" + id, e);
      }
    }
  }

  /** How its records are retired. */
  FencePurge purge() {
    return new FencePurge(fences, this);
  }

  /** The hint counted when the shard was listed, if its fence is in the listing. */
  private Reading readListed(ShardFiles files, WorkId id, List<String> names)
      throws PosixException {
    Optional<FenceCodec.Stamped> hint = new FenceView(files, id, fences.counters()).hint();
    boolean counted =
        hint.isPresent()
            && !hint.get().record().isRetiring()
            && names.stream()
                .flatMap(name -> FenceName.ofFence(name).stream())
                .anyMatch(hint.get().stamp().at()::equals);
    return counted ? new Reading.Present(hint.get().record()) : read(files, id);
  }

  @Override
  public int sweep(Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    return sweeper.sweep(fences.shards(), obstacles);
  }

  private long deadline() {
    return fences.clocks().boot().nanoTime() + patienceNanos;
  }

  @Override
  public void close() {
    fences.shards().close();
  }
}
