package io.holdfast.testkit.interleaving;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.GroupLeaseTable;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.Reading;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TablePurge;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.sim.ProcessKilled;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One run of several coordinators on bad storage, decided by a seed. Between any two calls of one,
 * others make whole operations, and in the middle of those yet others: whoever waits so long was
 * frozen. Everything runs on one thread.
 *
 * <p>Held to: every number of an id is won and acknowledged at most once; what was acknowledged is
 * in the history of what counts, also after a power cut; what is committing or done stays so; of
 * two coordinators never both trust in one lease; no id is stuck.
 */
public final class FenceSearch {

  private static final long TTL_MILLIS = 1_000;
  private static final long TTL_NANOS = TTL_MILLIS * 1_000_000;
  private static final long PATIENCE_NANOS = 20_000_000;
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;
  private static final RawPath ROOT = RawPath.of(SharedStorage.ROOT);
  private static final RootTrust TRUST = RootTrust.declaredByCaller("simulated");
  private static final int DEEPEST = 4;
  private static final int TRIES_AT_END = 40;
  private static final int TRIES_TO_OPEN = 1_000;

  private final SplittableRandom random;
  private final int clientCount;
  private final @Nullable FenceMutant mutant;
  private final SharedStorage storage;
  private final Ground ground;
  private final Leased leased;
  private final BarrierForm barriers;
  private final ManualNanoClock boot = new ManualNanoClock(1);
  private final List<Connection> connections = new ArrayList<>();
  private Dangers dangers;
  private int depth;
  private long interleavings;
  private long operations;
  private long unknown;
  private long left;
  private long serverCrashes;
  private long powerCuts;

  /** What the clients of a run claim. */
  public enum Leased {
    /** One id at a time, to the end of its work. */
    WORK,
    /** Several ids at once. */
    GROUPS
  }

  /**
   * A run.
   *
   * @param leased what the clients claim
   * @param idCount how many ids are fought for at any time; one that is done is replaced
   * @param mutant a mistake made on purpose by every client, or null
   */
  public FenceSearch(
      long seed,
      Leased leased,
      int clientCount,
      int idCount,
      Dangers dangers,
      @Nullable FenceMutant mutant) {
    this.leased = leased;
    this.random = new SplittableRandom(seed);
    this.clientCount = clientCount;
    this.dangers = dangers;
    this.mutant = mutant;
    SimCapabilities capabilities = SimCapabilities.full().without(Feature.TMPFILE);
    this.storage = new SharedStorage(random, SimDisk.create(capabilities));
    this.barriers = dangers.staleLook() > 0 ? BarrierForm.SENTINEL : BarrierForm.FSYNC;
    this.ground = new Ground(random, storage, idCount, mutant);
  }

  /**
   * What a run did.
   *
   * @param interleavings operations that were made in the middle of another one
   * @param acknowledged transitions that were acknowledged
   * @param unknown operations that ended in an error or unknown
   * @param left coordinators that died or lost their session
   * @param serverCrashes how often the server died under its clients
   * @param powerCuts how often everything died
   * @param retired ids that a purge has retired, each as often as that happened
   */
  public record Result(
      long operations,
      long interleavings,
      long acknowledged,
      long unknown,
      long left,
      long serverCrashes,
      long powerCuts,
      long retired) {

    /** What no run did. */
    public static Result nothing() {
      return new Result(0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Both together. */
    public Result plus(Result other) {
      return new Result(
          operations + other.operations,
          interleavings + other.interleavings,
          acknowledged + other.acknowledged,
          unknown + other.unknown,
          left + other.left,
          serverCrashes + other.serverCrashes,
          powerCuts + other.powerCuts,
          retired + other.retired);
    }
  }

  /**
   * Makes operations until there were so many.
   *
   * @throws Violation a promise was broken
   */
  public Result run(long operationLimit) {
    while (operations < operationLimit) {
      refill();
      operate();
    }
    requireNothingStuck();
    return new Result(
        operations,
        interleavings,
        ground.acknowledged(),
        unknown,
        left,
        serverCrashes,
        powerCuts,
        ground.retired());
  }

  /** Puts new coordinators in the places of those that are gone. */
  private void refill() {
    ground.clients().removeIf(Client::isGone);
    for (int tries = 0; ground.clients().size() < clientCount; tries++) {
      if (tries > TRIES_TO_OPEN) {
        throw new Violation("the table cannot be opened any more");
      }
      open(dangers).ifPresent(ground.clients()::add);
    }
  }

  private Optional<Client> open(Dangers its) {
    Connection connection = new Connection(storage.newClient());
    connections.add(connection);
    ClientPosix seen =
        new ClientPosix(connection.posix(), storage, its, random, () -> between(connection));
    LeaseClocks clocks = new LeaseClocks(() -> EPOCH_MILLIS, boot, boot::advance);
    DurableOptions durable =
        DurableOptions.defaults()
            .withFanOut(1)
            .withExecutor(Runnable::run)
            .withBarrierForm(barriers)
            .withRandom(random.split());
    LeaseOptions options =
        LeaseOptions.defaults(clocks)
            .withPatienceNanos(PATIENCE_NANOS)
            .withRandom(random.split())
            .withDurable(durable);
    depth++;
    try {
      Posix between = mutant == null ? seen : mutant.applyTo(seen);
      return Optional.of(
          leased == Leased.WORK
              ? openWork(connection, between, options)
              : openGroups(connection, between, options));
    } catch (PosixException
        | DurabilityUnknownException
        | PoisonedException
        | TableRefusedException
        | ProcessKilled e) {
      return Optional.empty();
    } finally {
      depth--;
    }
  }

  private Client openWork(Connection connection, Posix posix, LeaseOptions options)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    TableManifest manifest = TableManifest.ofWork().withShardCount(1).withTtlMillis(TTL_MILLIS);
    return new WorkClient(
        ground,
        connection,
        () -> purge(posix, options),
        WorkLeaseTable.open(posix, ROOT, manifest, options, TRUST, "owner"));
  }

  private void purge(Posix posix, LeaseOptions options)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    try (TablePurge purge = TablePurge.open(posix, ROOT, options, TRUST, "purger")) {
      ground.retired(purge.purge(0, 0, finding -> {}).size());
    } catch (TableRefusedException e) {
      throw new IllegalStateException("a table that could be used was refused", e);
    }
  }

  private Client openGroups(Connection connection, Posix posix, LeaseOptions options)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    TableManifest manifest = TableManifest.ofTargets().withShardCount(1).withTtlMillis(TTL_MILLIS);
    return new GroupClient(
        ground,
        connection,
        () -> purge(posix, options),
        GroupLeaseTable.open(posix, ROOT, manifest, options, TRUST, "owner"),
        posix instanceof SkipsTheLastBeat mistake ? Optional.of(mistake) : Optional.empty());
  }

  /** Between two calls of a client: others go on, time passes, somebody dies. */
  private void between(Connection connection) {
    if (depth > 0 && depth < DEEPEST && ClientPosix.happens(random, dangers.meanwhile())) {
      operate();
    }
    if (ClientPosix.happens(random, dangers.duplicate())) {
      storage.deliverOne();
    }
    if (ClientPosix.happens(random, dangers.clientCrash())) {
      connection.kill();
    }
    if (happensSeldom(dangers.serverCrash())) {
      serverCrashes++;
      storage.restart(connections);
    }
    if (happensSeldom(dangers.powerCut())) {
      ground.clients().forEach(Client::leave);
      powerCuts++;
      connections.clear();
      storage.cutPower();
    }
  }

  private boolean happensSeldom(int chances) {
    return ClientPosix.happens(random, chances) && random.nextInt(20) == 0;
  }

  /** One operation of a client that is in none. */
  private void operate() {
    List<Client> free = ground.clients().stream().filter(Client::canBegin).toList();
    if (free.isEmpty()) {
      return;
    }
    operations++;
    interleavings += depth > 0 ? 1 : 0;
    if (random.nextInt(8) == 0) {
      boot.advance(random.nextLong(TTL_NANOS));
    }
    Client client = free.get(random.nextInt(free.size()));
    client.begin();
    depth++;
    try {
      client.operate();
    } catch (PosixException | DurabilityUnknownException e) {
      unknown++;
    } catch (PoisonedException | SessionLostException | ProcessKilled e) {
      left++;
      client.leave();
    } finally {
      depth--;
      client.end();
    }
  }

  /** Everybody is dead; a coordinator on a healthy client must get along with every id. */
  private void requireNothingStuck() {
    ground.clients().forEach(client -> client.connection().kill());
    ground.clients().clear();
    dangers = Dangers.none();
    Client last = open(dangers).orElseThrow();
    try {
      for (WorkId id : ground.ids()) {
        Reading reading = last.read(id);
        if (reading instanceof Reading.Corrupt || reading instanceof Reading.Unavailable) {
          throw new Violation(id + " is stuck: " + reading);
        }
        storage
            .truth(id.hex())
            .require(reading instanceof Reading.Present present ? present.record() : null);
        requireUsable(last, id);
      }
    } catch (PosixException
        | DurabilityUnknownException
        | PoisonedException
        | SessionLostException e) {
      throw new IllegalStateException("healthy storage failed", e);
    }
  }

  private void requireUsable(Client last, WorkId id)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    for (int i = 0; i < TRIES_AT_END; i++) {
      ClaimAnswer answer = last.claimOne(id);
      if (answer instanceof ClaimAnswer.Held) {
        last.beat();
        boot.advance(TTL_NANOS / 4);
        continue;
      }
      if (answer instanceof ClaimAnswer.Corrupt || answer instanceof ClaimAnswer.Unavailable) {
        throw new Violation(id + " is stuck: " + answer);
      }
      return;
    }
    throw new Violation(id + " stays held by the dead");
  }
}
