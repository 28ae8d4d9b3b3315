package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables whose records are replaced under update locks, on simulated storage. */
class LockedTableTest {

  private static final String PYTHON_RECORD =
      "{\"attempts\":2,\"id\":\"%s\",\"more\":[1],\"owner\":\"other\",\"payload\":{\"a\":1},"
          + "\"previous_owner\":\"\",\"schema\":1,\"status\":\"leased\",\"steals\":0,"
          + "\"token\":\"plain\",\"updated\":%s,\"worker\":3}\n";

  private final SimDisk disk = SimDisk.create();
  private LeaseArena arena;

  @BeforeEach
  void openArena() throws Exception {
    SimPosix hand = disk.newProcess();
    assertThat(hand.mkdirat(Flags.AT_FDCWD, LeaseArena.bytes("/t"), 0700)).isZero();
    arena = new LeaseArena(disk::newProcess, RawPath.of("/t"), DurableOptions.defaults());
  }

  @AfterEach
  void closeArena() {
    arena.closeAll();
  }

  private Coordinator open(Protocol protocol, String owner) throws Exception {
    return arena.open(owner, LeaseArena.manifest().withProtocol(protocol));
  }

  private static String record(WorkId id) {
    return LeaseArena.shard(id) + "/" + id + ".json";
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOCK", "MKDIR"})
  void aLeaseGoesFromClaimToDone(Protocol protocol) throws Exception {
    Coordinator a = open(protocol, "alpha");
    Coordinator b = open(protocol, "beta");

    Lease lease = a.take(id(1));

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(a.begin(lease, Coordinator.manifest("s"))).isInstanceOf(CommitAnswer.Begun.class);
    arena.pass(10 * TTL_MILLIS);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Committing.class);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Done.class);
    assertThat(new String(arena.read(record(id(1))), US_ASCII)).contains("\"schema\":1");
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOCK", "MKDIR"})
  void anExpiredLeaseIsStolenAndItsHolderStale(Protocol protocol) throws Exception {
    Coordinator a = open(protocol, "alpha");
    Coordinator b = open(protocol, "beta");
    Lease lost = a.take(id(1));
    arena.pass(TTL_MILLIS - 1);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    arena.pass(1);

    Lease stolen = b.take(id(1));

    assertThat(stolen.fence()).isGreaterThan(lost.fence());
    assertThat(b.record(id(1)).steals()).isEqualTo(1);
    assertThat(b.record(id(1)).previousOwner()).isEqualTo("alpha");
    assertThat(a.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(a.release(lost)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.beat(lost).lost()).containsExactly(id(1));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOCK", "MKDIR"})
  void aReleaseRemovesTheRecord(Protocol protocol) throws Exception {
    Coordinator a = open(protocol, "alpha");
    Lease lease = a.take(id(1));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);

    assertThat(arena.isThere(record(id(1)))).isFalse();
    assertThat(a.table().read(id(1))).isInstanceOf(Reading.Absent.class);
  }

  @Test
  void aHeartbeatMakesOneContentBarrierARecordAndOneBarrierAShard() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    Lease[] leases = new Lease[20];
    long shards = 0;
    boolean[] used = new boolean[4];
    for (int i = 0; i < leases.length; i++) {
      leases[i] = a.take(id(i + 1));
      int shard = id(i + 1).shard(4);
      shards += used[shard] ? 0 : 1;
      used[shard] = true;
    }
    double before = a.record(id(1)).updatedSeconds();
    arena.pass(1_000);

    LeaseHeartbeatBatch batch = a.beat(leases);

    assertThat(batch.renewed()).hasSize(20);
    assertThat(batch.directorySyncs()).isEqualTo((int) shards);
    assertThat(a.record(id(1)).updatedSeconds()).isEqualTo(before + 1);
  }

  @Test
  void aStaleTokenCostsNoWrite() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    Lease lease = a.take(id(1));
    a.release(lease);
    Lease other = a.take(id(1));
    byte[] before = arena.read(record(id(1)));

    LeaseHeartbeatBatch batch = a.beat(lease);

    assertThat(batch.lost()).containsExactly(id(1));
    assertThat(batch.directorySyncs()).isZero();
    assertThat(arena.read(record(id(1)))).isEqualTo(before);
    assertThat(a.complete(other)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  void aRecordOfAnotherWriterIsReadAndItsFieldsKept() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    a.release(a.take(id(1)));
    double now = a.wall().millis() / 1e3;
    arena.write(record(id(1)), PYTHON_RECORD.formatted(id(1), now - 120).getBytes(US_ASCII));

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Claimed.class);

    assertThat(a.record(id(1)).attempts()).isEqualTo(3);
    assertThat(new String(arena.read(record(id(1))), US_ASCII)).contains("\"more\":[1]");
  }

  @Test
  void aLeaseFromTheFutureIsClockSkewAndNotHeldForEver() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    a.release(a.take(id(1)));
    double ahead = a.wall().millis() / 1e3 + 86_400;
    arena.write(record(id(1)), PYTHON_RECORD.formatted(id(1), ahead).getBytes(US_ASCII));

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.ClockSkew.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOCK", "MKDIR"})
  void corruptionIsNeitherFreeNorWrittenOver(Protocol protocol) throws Exception {
    Coordinator a = open(protocol, "alpha");
    a.take(id(1));
    byte[] zeros = new byte[100];
    arena.write(record(id(1)), zeros);

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Corrupt.class);

    assertThat(arena.read(record(id(1)))).isEqualTo(zeros);
  }

  @Test
  void aMkdirLockThatSomebodyLeftIsNeverBroken() throws Exception {
    Coordinator a = open(Protocol.MKDIR, "alpha");
    a.release(a.take(id(1)));
    arena.mkdir(record(id(1)) + ".lock");

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);

    assertThat(arena.isThere(record(id(1)) + ".lock")).isTrue();
  }

  @Test
  void aDirectoryAtAFlocksPathIsRefusedAndKept() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    a.release(a.take(id(1)));
    arena.unlink(record(id(1)) + ".lock");
    arena.mkdir(record(id(1)) + ".lock");

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.EISDIR);
    assertThat(arena.isThere(record(id(1)) + ".lock")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOCK", "MKDIR"})
  void anErrnoThatIsNoContentionIsAnErrorAndNothingElseIsTried(Protocol protocol) throws Exception {
    Coordinator a = open(protocol, "alpha");
    a.release(a.take(id(1)));
    PosixCall call = protocol == Protocol.FLOCK ? PosixCall.FLOCK : PosixCall.MKDIRAT;
    a.fail(Fault.of(call, Errno.EOPNOTSUPP));

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.EOPNOTSUPP);
    assertThat(arena.isThere(record(id(1)))).isFalse();
  }

  @Test
  void aLockThatIsHeldTooLongBeforeTheRenameIsNotTrusted() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    a.release(a.take(id(1)));
    a.meanwhile().before(PosixCall.FSYNC, call -> true, () -> a.pass(6_000));

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.ETIMEDOUT);
    assertThat(arena.isThere(record(id(1)))).isFalse();
    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Claimed.class);
  }

  @Test
  void aFailedDirectoryBarrierIsUnknownThoughTheRecordIsSeen() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    a.release(a.take(id(1)));
    a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(2));

    assertThat(catchThrowableOfType(DurabilityUnknownException.class, () -> a.claim(id(1))))
        .isNotNull();

    assertThat(open(Protocol.FLOCK, "beta").record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);
  }

  @Test
  void aReplayPublishesUnderTheLockAndAFailingOneLeavesItCommitting() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    Coordinator b = open(Protocol.FLOCK, "beta");
    Lease lease = a.take(id(1));
    a.begin(lease, Coordinator.manifest("s"));
    Exception thrown = new Exception("disk full");

    assertThat(
            catchThrowableOfType(
                Exception.class,
                () ->
                    b.replay(
                        id(1),
                        (any, manifest) -> {
                          throw thrown;
                        })))
        .isSameAs(thrown);
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.COMMITTING);
    assertThat(b.replay(id(1), (any, manifest) -> assertThat(manifest).isNotNull()))
        .isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
  }

  @Test
  void stagedFilesGoWhenNobodyHoldsTheLock() throws Exception {
    Coordinator a = open(Protocol.FLOCK, "alpha");
    a.take(id(1));
    String staged = record(id(1)) + "." + "0".repeat(32) + ".tmp";
    arena.write(staged, new byte[10]);

    assertThat(a.table().sweep()).isEqualTo(1);

    assertThat(arena.isThere(staged)).isFalse();
  }

  @Test
  void anotherProtocolThanTheTablesIsRefused() throws Exception {
    open(Protocol.FLOCK, "alpha");

    assertThat(catchThrowableOfType(TableRefusedException.class, () -> arena.open("beta")))
        .hasMessageContaining("protocol");
    assertThat(Optional.of(TableManifest.ofWork().protocol())).contains(Protocol.FENCE);
  }
}
