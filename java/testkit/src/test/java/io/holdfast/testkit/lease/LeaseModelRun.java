package io.holdfast.testkit.lease;

import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.HeldUpdateLock;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TablePurge;
import io.holdfast.lease.TableUpkeep;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.sim.CrashPolicy;
import io.holdfast.testkit.sim.ProcessKilled;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One run of three coordinators that take turns, decided by a seed, beside a {@link LeaseModel}.
 */
final class LeaseModelRun {

  private static final RawPath ROOT = RawPath.of("/table");
  private static final RootTrust TRUST = RootTrust.declaredByCaller("a model");
  private static final long TTL_MILLIS = 10_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int PLAYERS = 3;
  private static final int IDS = 6;
  private static final int SHARDS = 2;
  private static final int CALLS_OF_A_PURGE = 300;
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final Optional<JsonObject> MANIFEST =
      Optional.of(new JsonObject(Map.of("stage", new JsonString("s"))));

  private final SplittableRandom random;
  private final TableManifest manifest;
  private final int hurry;
  private final LeaseModel model = new LeaseModel(TTL_MILLIS * NANOS_PER_MILLI);
  private final List<WorkId> ids = new ArrayList<>();
  private final Player[] players = new Player[PLAYERS];
  private SimDisk disk = SimDisk.create(SimCapabilities.full());
  private long steals;
  private long completed;
  private long replayed;
  private long powerCuts;
  private long retired;

  /**
   * @param hurry how fast the clocks of the first coordinator run
   */
  LeaseModelRun(Protocol protocol, long seed, int hurry) {
    this.random = new SplittableRandom(seed);
    this.hurry = hurry;
    this.manifest =
        TableManifest.ofWork()
            .withProtocol(protocol)
            .withShardCount(SHARDS)
            .withTtlMillis(TTL_MILLIS);
    for (int i = 0; i < IDS; i++) {
      ids.add(WorkId.ofTarget(i + 1L));
    }
  }

  /** What runs did. */
  record Tally(
      long steps, long steals, long completed, long replayed, long powerCuts, long retired) {

    static Tally nothing() {
      return new Tally(0, 0, 0, 0, 0, 0);
    }

    Tally plus(Tally other) {
      return new Tally(
          steps + other.steps,
          steals + other.steals,
          completed + other.completed,
          replayed + other.replayed,
          powerCuts + other.powerCuts,
          retired + other.retired);
    }
  }

  /** A coordinator: a process, its clocks, and every token that it ever got. */
  private final class Player {
    private final SimPosix process = disk.newProcess();
    private final ManualNanoClock boot = new ManualNanoClock(1);
    private final ManualEpochClock wall = wallClock();
    private final Claimant who;
    private final Map<WorkId, LeaseToken> tokens = new TreeMap<>();
    private final WorkLeaseTable table;
    private long beatenAt = model.nanos();

    private Player(int number) throws Exception {
      who = new Claimant("player " + number, number);
      LeaseOptions options = options(wall, boot);
      table = WorkLeaseTable.open(process, ROOT, manifest, options, TRUST, who.owner());
    }

    private void pass(long millis) {
      boot.advance(millis * NANOS_PER_MILLI);
      wall.advance(millis);
    }
  }

  private ManualEpochClock wallClock() {
    return new ManualEpochClock(1_700_000_000_000L + model.nanos() / NANOS_PER_MILLI);
  }

  private LeaseOptions options(ManualEpochClock wall, ManualNanoClock boot) {
    return LeaseOptions.defaults(new LeaseClocks(wall, boot, boot::advance))
        .withRandom(random.split())
        .withDurable(DurableOptions.defaults().withFanOut(1).withExecutor(Runnable::run));
  }

  Tally run(int steps) {
    try {
      SimPosix hand = disk.newProcess();
      hand.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700);
      int top = hand.openat(Flags.AT_FDCWD, new byte[] {'/'}, Flags.O_DIRECTORY, 0);
      hand.fsync(top);
      for (int i = 0; i < PLAYERS; i++) {
        players[i] = new Player(i);
      }
      for (int step = 0; step < steps; step++) {
        step();
      }
      finish();
      return new Tally(steps, steals, completed, replayed, powerCuts, retired);
    } catch (Exception e) {
      throw new AssertionError("on healthy storage", e);
    }
  }

  private void step() throws Exception {
    int number = random.nextInt(PLAYERS);
    Player player = players[number];
    WorkId id = ids.get(random.nextInt(ids.size()));
    try {
      act(player, number, id);
    } catch (SessionLostException e) {
      model.lostItsSession(player.beatenAt);
      reopen(number, player.tokens);
    }
  }

  private void act(Player player, int number, WorkId id) throws Exception {
    switch (random.nextInt(21)) {
      case 0, 1, 2, 3, 4 -> claim(player, id);
      case 5, 6, 7 -> beat(player);
      case 8, 9 -> commit(player, id);
      case 10, 11 -> complete(player, id);
      case 12 -> release(player, id);
      case 13, 14 -> replay(player, id);
      case 15 -> model.read(id, player.table.read(id));
      case 16 -> player.table.recoverExpired().forEach(model::expired);
      case 17 -> player.table.sweep();
      case 18 -> die(number);
      case 19 -> purge();
      default -> passOrCut();
    }
  }

  private void passOrCut() throws Exception {
    if (random.nextInt(8) == 0) {
      cutPower();
      return;
    }
    long millis = random.nextLong(random.nextInt(4) == 0 ? 2 * TTL_MILLIS : TTL_MILLIS / 2);
    pass(millis);
  }

  private void pass(long millis) {
    model.pass(millis * NANOS_PER_MILLI);
    for (int i = 0; i < PLAYERS; i++) {
      players[i].pass(i == 0 ? hurry * millis : millis);
    }
  }

  private void claim(Player player, WorkId id) throws Exception {
    ClaimAnswer answer = player.table.claim(id, NOTHING, player.who);
    if (answer instanceof ClaimAnswer.Claimed claimed) {
      Lease lease = claimed.lease();
      steals += lease.record().steals();
      boolean bySession = manifest.protocol() == Protocol.FENCE;
      model.claimed(id, lease, bySession, bySession ? player.beatenAt : model.nanos());
      player.tokens.put(id, lease.token());
    } else if (answer instanceof ClaimAnswer.Held) {
      model.refused(id, LeaseStatus.LEASED);
    } else if (answer instanceof ClaimAnswer.Committing) {
      model.refused(id, LeaseStatus.COMMITTING);
    } else if (answer instanceof ClaimAnswer.Done) {
      model.refused(id, LeaseStatus.DONE);
      ids.replaceAll(it -> it.equals(id) && random.nextBoolean() ? fresh() : it);
    } else {
      throw new AssertionError(id + ": " + answer);
    }
  }

  private WorkId fresh() {
    return WorkId.ofTarget(random.nextLong(1_000_000_000L) + IDS + 1);
  }

  private void beat(Player player) throws Exception {
    LeaseHeartbeatBatch batch = player.table.heartbeatMany(player.tokens);
    player.beatenAt = model.nanos();
    player.tokens.forEach((id, token) -> model.beaten(id, token, batch.renewed().contains(id)));
    batch.lost().forEach(player.tokens::remove);
  }

  private void commit(Player player, WorkId id) throws Exception {
    LeaseToken token = player.tokens.get(id);
    if (token != null) {
      CommitAnswer answer = player.table.beginCommit(id, token, MANIFEST);
      model.began(id, token, answer instanceof CommitAnswer.Begun);
    }
  }

  private void complete(Player player, WorkId id) throws Exception {
    LeaseToken token = player.tokens.get(id);
    if (token == null) {
      return;
    }
    CompleteAnswer answer = player.table.completeOnce(id, token);
    if (answer instanceof CompleteAnswer.Already) {
      model.already(id, token);
      return;
    }
    model.completed(id, token, answer instanceof CompleteAnswer.Completed);
    completed += answer instanceof CompleteAnswer.Completed ? 1 : 0;
  }

  private void release(Player player, WorkId id) throws Exception {
    LeaseToken token = player.tokens.get(id);
    if (token != null) {
      ReleaseAnswer answer = player.table.release(id, token);
      model.released(id, token, answer instanceof ReleaseAnswer.Released);
    }
  }

  private void replay(Player player, WorkId id) throws Exception {
    Reading reading = player.table.read(id);
    if (reading instanceof Reading.Present present
        && present.record().status() == LeaseStatus.COMMITTING) {
      replay(player, present.record());
    }
  }

  private void replay(Player player, LeaseRecord committing) throws Exception {
    CompleteAnswer answer =
        player.table.replayCommit(committing, player.who, (lease, commit) -> {});
    if (answer instanceof CompleteAnswer.Completed done) {
      replayed++;
      model.replayed(committing.id(), done.record().token(), manifest.protocol() == Protocol.FENCE);
    }
  }

  /** Whatever is over goes, by a process of its own, which every other time is killed at a call. */
  private void purge() throws Exception {
    if (manifest.protocol() != Protocol.FENCE) {
      return;
    }
    int calls = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(CALLS_OF_A_PURGE);
    EndingPosix process = new EndingPosix(disk.newProcess(), EndingPosix.End.DEATH, calls);
    LeaseOptions options = options(wallClock(), new ManualNanoClock(1));
    try (TablePurge purge = TablePurge.open(process, ROOT, options, TRUST, "purger")) {
      for (int shard = 0; shard < SHARDS; shard++) {
        List<WorkId> over = purge.purge(shard, 0, LeaseModelRun::mustNotBe);
        over.forEach(model::retired);
        retired += over.size();
      }
    } catch (ProcessKilled e) {
      // What it has retired stays so, what was on its way is gone on with.
    }
  }

  private static void mustNotBe(TableFinding finding) {
    throw new AssertionError("on healthy storage: " + finding);
  }

  // ---- ends

  /** A process is killed; what it knew is gone, and another takes its place. */
  private void die(int number) throws Exception {
    Player dead = players[number];
    dead.process.kill();
    model.gone(dead.tokens.values());
    players[number] = new Player(number);
  }

  /** Its session is over; the tokens of a living process are as good as before. */
  private void reopen(int number, Map<WorkId, LeaseToken> tokens) throws Exception {
    players[number].table.close();
    model.gone(tokens.values());
    players[number] = new Player(number);
    players[number].tokens.putAll(tokens);
  }

  /** What was acknowledged is there after it; every coordinator is another. */
  private void cutPower() throws Exception {
    powerCuts++;
    for (Player player : players) {
      model.gone(player.tokens.values());
    }
    disk = disk.cutPower().crash(CrashPolicy.seeded(random.nextLong()));
    if (manifest.protocol() == Protocol.MKDIR) {
      breakLocks();
    }
    for (int i = 0; i < PLAYERS; i++) {
      players[i] = new Player(i);
    }
  }

  /** What a person does who knows that every holder is dead. */
  private void breakLocks() throws Exception {
    LeaseClocks clocks = new LeaseClocks(() -> 0, () -> 0, nanos -> {});
    LeaseOptions options = LeaseOptions.defaults(clocks);
    try (TableUpkeep upkeep =
        TableUpkeep.open(disk.newProcess(), ROOT, Optional.empty(), options)) {
      for (HeldUpdateLock lock : upkeep.heldLocks(found -> {})) {
        upkeep.breakLock(lock);
      }
    }
  }

  /** Everybody is silent: each id can be had, or finished. */
  private void finish() throws Exception {
    Player last = Objects.requireNonNull(players[PLAYERS - 1]);
    for (int i = 0; i < PLAYERS - 1; i++) {
      players[i].process.kill();
      model.gone(players[i].tokens.values());
    }
    List<WorkId> left = List.copyOf(ids);
    for (int turn = 0; turn < 3; turn++) {
      for (WorkId id : left) {
        claim(last, id);
        complete(last, id);
        replay(last, id);
      }
      pass(TTL_MILLIS);
      beatOrReopen(last);
      last = Objects.requireNonNull(players[PLAYERS - 1]);
    }
    for (WorkId id : left) {
      if (model.status(id) != LeaseStatus.DONE) {
        throw new AssertionError(id + " is stuck as " + model.status(id));
      }
    }
  }

  private void beatOrReopen(Player last) throws Exception {
    try {
      beat(last);
    } catch (SessionLostException e) {
      model.lostItsSession(last.beatenAt);
      reopen(PLAYERS - 1, last.tokens);
    }
  }
}
