package io.holdfast.testkit.target;

import static io.holdfast.testkit.target.TargetArena.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLease;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link io.holdfast.target.TargetLeaseTable} that holds whatever protocol a table
 * has; {@link FencedTargetContract} and {@link LockedTargetContract} add what holds for one.
 *
 * <p>Of the targets used here 11 and 88 are in shard 2 of 4, 22, 33 and 99 in shard 0, 77 in 3.
 */
public abstract class TargetContract {

  static final String STRANGER = "somebody:1:1:1";

  private @Nullable TargetArena arena;

  /** Nothing is opened before the first test. */
  protected TargetContract() {}

  /** How the records of the tables are changed. */
  protected abstract TableManifest.Protocol protocol();

  /** The subject for one more coordinator; a process of its own where that can be. */
  protected abstract Posix newPosix();

  /** Makes a directory that is empty, writable, of mode 0700, and belongs to one test. */
  protected abstract RawPath makeFreshDirectory() throws PosixException;

  /** Removes the directory with its contents; every coordinator is closed. */
  protected abstract void discardDirectory() throws PosixException;

  /** How every coordinator makes its barriers: as suits the file system, unless overridden. */
  protected DurableOptions barriers() {
    return DurableOptions.defaults();
  }

  final TargetArena arena() {
    if (arena == null) {
      throw new IllegalStateException("no test is running");
    }
    return arena;
  }

  @BeforeEach
  final void openArena() throws PosixException {
    arena = new TargetArena(this::newPosix, makeFreshDirectory(), barriers(), protocol());
  }

  @AfterEach
  final void closeArena() throws PosixException {
    if (arena != null) {
      arena.closeAll();
      arena = null;
      discardDirectory();
    }
  }

  /** Damages the record that counts for a target. */
  abstract void corrupt(long target) throws PosixException;

  /** The call by which a member of a group is given up. */
  abstract PosixCall releasingCall();

  // ---- claim

  @Test
  final void groupIsClaimedAsAWholeUnderOneToken() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetGroup group = group(77L, 88L, 99L);

    GroupLease lease = a.take(group);

    assertThat(lease.members().keySet()).isEqualTo(group.byId().keySet());
    TargetCoordinator b = arena().open("beta");
    for (long target : group.targets()) {
      LeaseRecord record = b.record(target);
      assertThat(record.token()).isEqualTo(lease.token());
      assertThat(record.owner()).isEqualTo("alpha");
      assertThat(record.fields().get("target")).contains(JsonNumber.of(target));
      assertThat(record.fields().get("targets"))
          .contains(new JsonArray(List.of(number(99), number(77), number(88))));
      assertThat(lease.of(WorkId.ofTarget(target)).fence()).isEqualTo(record.fence());
    }
  }

  private static JsonNumber number(long target) {
    return JsonNumber.of(target);
  }

  @Test
  final void overlappingGroupsConflictWithoutPartialPublication() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease first = a.take(group(11L, 22L));
    Map<String, String> before = arena().shards();

    GroupClaimAnswer second = b.claim(group(22L, 33L), "another seed");

    assertThat(second)
        .isInstanceOfSatisfying(
            GroupClaimAnswer.Refused.class,
            refused -> {
              assertThat(refused.obstacles().keySet()).containsExactly(WorkId.ofTarget(22));
              assertThat(refused.obstacles().values())
                  .first()
                  .isInstanceOfSatisfying(
                      ClaimAnswer.Held.class,
                      held -> {
                        assertThat(held.record().token()).isEqualTo(first.token());
                        assertThat(held.remainingMillis()).isBetween(1L, TargetArena.TTL_MILLIS);
                      });
            });
    assertThat(contents(before)).isEqualTo(contents(arena().shards()));
  }

  /** Update locks may appear, records may not. */
  private static Map<String, String> contents(Map<String, String> files) {
    files.keySet().removeIf(path -> path.contains(".lock"));
    return files;
  }

  @Test
  final void groupsThatShareNothingAreBothClaimed() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");

    GroupLease first = a.take(group(11L, 22L));
    GroupLease second = b.take(group(33L, 88L));

    assertThat(a.beat(group(11L, 22L), first)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
    assertThat(b.beat(group(33L, 88L), second)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
  }

  @Test
  final void groupOfOneIsAGroup() throws Exception {
    TargetCoordinator a = arena().open("alpha");

    GroupLease lease = a.take(group(77L));

    assertThat(a.release(group(77L), lease)).isInstanceOf(GroupReleaseAnswer.Released.class);
  }

  @Test
  final void groupOfSixtyFourIsClaimed() throws Exception {
    TargetGroup group =
        TargetGroup.of(LongStream.rangeClosed(1, TargetGroup.LIMIT).boxed().toList());
    TargetCoordinator a = arena().open("alpha");

    assertThat(a.take(group).members()).hasSize(TargetGroup.LIMIT);
  }

  @Test
  final void corruptMemberRefusesTheGroupAndIsKept() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    a.release(group(22L, 77L), a.take(group(22L, 77L)));
    a.take(group(22L));
    corrupt(22);
    Map<String, String> before = arena().shards();

    GroupClaimAnswer answer = arena().open("beta").claim(group(22L, 33L));

    assertThat(answer)
        .isInstanceOfSatisfying(
            GroupClaimAnswer.Refused.class,
            refused -> {
              assertThat(refused.obstacles().keySet()).containsExactly(WorkId.ofTarget(22));
              assertThat(refused.obstacles().values())
                  .allSatisfy(why -> assertThat(why).isInstanceOf(ClaimAnswer.Corrupt.class));
            });
    assertThat(contents(arena().shards())).isEqualTo(contents(before));
  }

  @Test
  final void expiredGroupIsTakenOverAndItsTokenCannotReleaseTheNewOne() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease old = a.take(group(11L, 22L));
    b.claim(group(22L, 33L));
    arena().pass(TargetArena.TTL_MILLIS);

    GroupLease taken = b.take(group(22L, 33L));

    assertThat(b.record(22).previousOwner()).isEqualTo("alpha");
    assertThat(b.record(22).steals()).isEqualTo(1);
    assertThat(b.record(22).fence()).isGreaterThan(old.of(WorkId.ofTarget(22)).fence());
    TargetCoordinator again = arena().open("alpha");
    assertThat(again.release(group(11L, 22L), old)).isInstanceOf(GroupReleaseAnswer.Stale.class);
    assertThat(b.beat(group(22L, 33L), taken)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
  }

  @Test
  final void publicationFailureRollsBack() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    a.release(group(11L, 22L, 77L), a.take(group(11L, 22L, 77L)));
    Map<Long, String> before = arena().holders(a, group(11L, 22L, 77L));
    a.seat().faults().inject(Fault.of(PosixCall.FSYNC, Errno.ENOSPC).onCall(2));

    assertThatThrownBy(() -> a.claim(group(11L, 22L, 77L))).isInstanceOf(PosixException.class);

    assertThat(arena().holders(arena().open("beta"), group(11L, 22L, 77L))).isEqualTo(before);
    a.seat().faults().heal();
    a.take(group(11L, 22L, 77L));
  }

  @Test
  final void unserialisablePayloadPublishesNothing() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    JsonObject payload = new JsonObject(Map.of("bad", new JsonNumber("NaN")));

    assertThatThrownBy(
            () -> a.table().claimGroup(group(11L, 22L), payload, new Claimant("alpha", 1)))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(arena().shards()).isEmpty();
  }

  @Test
  final void barrierThatFailsAcknowledgesNoGroup() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    a.release(group(11L, 22L), a.take(group(11L, 22L)));
    a.seat()
        .meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            TargetContract::isInAShard,
            () -> a.seat().faults().inject(Fault.of(PosixCall.FSYNC, Errno.EIO).forEver()));

    assertThat(catchThrowable(() -> a.claim(group(11L, 22L))))
        .isInstanceOf(DurabilityUnknownException.class);
  }

  static boolean isInAShard(Call call) {
    return call.names().get(0).toString().length() >= WorkId.LENGTH;
  }

  // ---- heartbeat

  @Test
  final void heartbeatKeepsAGroupBeyondItsTtl() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease lease = a.take(group(11L, 22L));
    for (int i = 0; i < 4; i++) {
      b.claim(group(22L, 33L));
      arena().pass(TargetArena.TTL_MILLIS / 2);
      assertThat(a.beat(group(11L, 22L), lease)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
    }

    assertThat(b.claim(group(22L, 33L))).isInstanceOf(GroupClaimAnswer.Refused.class);
  }

  @Test
  final void staleMemberMeansNothingIsWrittenByAHeartbeat() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease both = a.take(group(11L, 22L));
    a.take(group(33L));
    Map<String, String> before = arena().shards();

    assertThat(a.beat(group(11L, 22L, 33L), both))
        .isInstanceOfSatisfying(
            GroupHeartbeatAnswer.Stale.class,
            stale ->
                assertThat(stale.stillOurs())
                    .containsExactlyInAnyOrder(WorkId.ofTarget(11), WorkId.ofTarget(22)));
    assertThat(contents(arena().shards())).isEqualTo(contents(before));
  }

  @Test
  final void corruptMemberIsNamedByAHeartbeat() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(group(11L, 22L));
    corrupt(22);

    assertThat(arena().open("beta").beat(group(11L, 22L), lease))
        .isInstanceOfSatisfying(
            GroupHeartbeatAnswer.Stale.class,
            stale -> {
              assertThat(stale.stillOurs()).containsExactly(WorkId.ofTarget(11));
              assertThat(stale.corrupt()).containsOnlyKeys(WorkId.ofTarget(22));
            });
  }

  @Test
  final void heartbeatsAreCounted() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(group(22L, 33L));

    a.beat(group(22L, 33L), lease);

    assertThat(a.table().counters().snapshot().heartbeatBatches()).isEqualTo(1);
    assertThat(a.table().counters().snapshot().heartbeatRenewals()).isEqualTo(2);
  }

  @Test
  final void severalGroupsAreRenewedTogetherAndEachIsAnsweredForItself() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease kept = a.take(group(11L, 22L));
    GroupLease gone = a.take(group(33L, 44L));
    a.release(group(33L, 44L), gone);
    b.take(group(44L));

    Map<TargetGroup, GroupHeartbeatAnswer> answers =
        a.table()
            .heartbeatGroups(Map.of(group(11L, 22L), kept.token(), group(33L, 44L), gone.token()));

    assertThat(answers.get(group(11L, 22L))).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
    assertThat(answers.get(group(33L, 44L))).isInstanceOf(GroupHeartbeatAnswer.Stale.class);
    assertThat(answers).hasSize(2);
    assertThat(a.table().counters().snapshot().heartbeatRenewals()).isEqualTo(2);
  }

  @Test
  final void severalGroupsLiveBeyondTheirTtlByBeatsOfAll() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    Map<TargetGroup, LeaseToken> held =
        Map.of(group(11L), a.take(group(11L)).token(), group(22L), a.take(group(22L)).token());
    for (int i = 0; i < 4; i++) {
      b.claim(group(11L, 22L));
      arena().pass(TargetArena.TTL_MILLIS / 2);
      a.table().heartbeatGroups(held);
    }

    assertThat(b.claim(group(11L))).isInstanceOf(GroupClaimAnswer.Refused.class);
    assertThat(b.claim(group(22L))).isInstanceOf(GroupClaimAnswer.Refused.class);
  }

  // ---- release

  @Test
  final void releasedGroupCanBeClaimedByOthers() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease lease = a.take(group(11L, 22L));

    assertThat(a.release(group(11L, 22L), lease)).isInstanceOf(GroupReleaseAnswer.Released.class);

    b.take(group(22L, 33L));
    assertThat(a.release(group(11L, 22L), lease)).isInstanceOf(GroupReleaseAnswer.Stale.class);
  }

  @Test
  final void staleMemberMeansNothingIsChangedByARelease() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease both = a.take(group(11L, 22L));
    a.take(group(77L));
    Map<String, String> before = arena().shards();

    assertThat(a.release(group(11L, 22L, 77L), both))
        .isInstanceOfSatisfying(
            GroupReleaseAnswer.Stale.class,
            stale ->
                assertThat(stale.stillOurs())
                    .containsExactlyInAnyOrder(WorkId.ofTarget(11), WorkId.ofTarget(22)));
    assertThat(contents(arena().shards())).isEqualTo(contents(before));
  }

  @Test
  final void releaseWhoseBarrierFailsIsUnknown() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(group(11L, 22L));
    a.seat()
        .meanwhile()
        .after(
            releasingCall(),
            TargetContract::isInAShard,
            () -> a.seat().faults().inject(Fault.of(PosixCall.FSYNC, Errno.EIO).forEver()));

    assertThat(a.release(group(11L, 22L), lease))
        .isInstanceOf(GroupReleaseAnswer.RemovedDurabilityUnknown.class);
  }

  // ---- recovery

  @Test
  final void membersOfADeadCoordinatorsGroupAreFreed() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    a.take(group(11L, 22L, 77L));
    a.vanish();
    assertThat(b.table().recoverExpired()).isEmpty();
    arena().pass(TargetArena.TTL_MILLIS);

    assertThat(b.table().recoverExpired())
        .containsExactlyElementsOf(group(11L, 22L, 77L).byId().keySet());

    assertThat(new HashSet<>(arena().holders(b, group(11L, 22L, 77L)).values()))
        .isEqualTo(Set.of(""));
    assertThat(b.table().recoverExpired()).isEmpty();
  }

  @Test
  final void recoveryLeavesLiveGroupsAlone() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease lease = a.take(group(11L, 22L));
    b.table().recoverExpired();
    arena().pass(TargetArena.TTL_MILLIS - 1_000);
    a.beat(group(11L, 22L), lease);
    arena().pass(TargetArena.TTL_MILLIS - 1_000);

    assertThat(b.table().recoverExpired()).isEmpty();
    assertThat(a.beat(group(11L, 22L), lease)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
  }

  // ---- the door

  @Test
  final void tableOfWorkIsNoTableOfTargets() throws Exception {
    arena().open("alpha");

    assertThatThrownBy(() -> arena().openAsWork())
        .isInstanceOf(TableRefusedException.class)
        .hasMessageContaining("TARGET")
        .hasMessageContaining("WORK");
  }

  @Test
  final void tokenOfSomebodyElseHoldsNothing() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    a.take(group(11L, 22L));

    assertThat(a.table().releaseGroup(group(11L, 22L), new LeaseToken(STRANGER)))
        .isInstanceOfSatisfying(
            GroupReleaseAnswer.Stale.class, stale -> assertThat(stale.stillOurs()).isEmpty());
  }

  @Test
  final void ownersAndPayloadsOfAnyKindComeBack() throws Exception {
    TargetCoordinator a = arena().open("al:pha\n\u0000\u00e4");

    a.claim(group(11L), "\u0000:\n");

    assertThat(a.record(11).owner()).isEqualTo("al:pha\n\u0000\u00e4");
    assertThat(a.record(11).payload().get("input")).contains(new JsonString("\u0000:\n"));
  }
}
