package io.holdfast.testkit.target;

import static io.holdfast.testkit.target.TargetArena.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLease;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.Reading;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.target.TargetGroup;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for target groups in tables with update locks alone. */
public abstract class LockedTargetContract extends TargetContract {

  private static final TargetGroup THREE = group(22L, 33L, 77L);

  /** Nothing is opened before the first test. */
  protected LockedTargetContract() {}

  @Override
  final void corrupt(long target) throws PosixException {
    arena().write(arena().paths(target, ".json").get(0), "{");
  }

  @Override
  final PosixCall releasingCall() {
    return PosixCall.UNLINKAT;
  }

  private static String record(long target) {
    return WorkId.ofTarget(target).hex() + ".json";
  }

  /** The move of a record of a target to its name. */
  private static boolean moves(Call call, long target) {
    return call.names().get(1).toString().equals(record(target));
  }

  @Test
  final void oneDirectoryBarrierPerShardForClaimHeartbeatAndRelease() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    a.release(THREE, a.take(THREE));

    int before = barriers(a);
    GroupLease lease = a.take(THREE);
    assertThat(barriers(a) - before).as("claim").isEqualTo(2);

    before = barriers(a);
    assertThat(a.beat(THREE, lease)).isEqualTo(new GroupHeartbeatAnswer.Renewed(2));
    assertThat(barriers(a) - before).as("heartbeat").isEqualTo(2);

    before = barriers(a);
    a.release(THREE, lease);
    assertThat(barriers(a) - before).as("release").isEqualTo(2);
  }

  private static int barriers(TargetCoordinator of) {
    return of.seat()
        .calls()
        .trace()
        .only(PosixCall.FSYNC)
        .where(call -> call.isOn(TargetArena.shard(22)) || call.isOn(TargetArena.shard(77)))
        .size();
  }

  @Test
  final void staleGroupCostsNoBarrier() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(THREE);
    a.release(THREE, lease);
    int before = barriers(a);

    assertThat(a.beat(THREE, lease)).isInstanceOf(GroupHeartbeatAnswer.Stale.class);
    assertThat(a.release(THREE, lease)).isInstanceOf(GroupReleaseAnswer.Stale.class);

    assertThat(barriers(a)).isEqualTo(before);
  }

  @Test
  final void groupThatIsRefusedMakesNoDirectory() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(group(22L));
    TargetCoordinator b = arena().open("beta");
    TargetGroup wider = group(22L, 77L, 88L);

    assertThat(b.claim(wider))
        .isInstanceOfSatisfying(
            GroupClaimAnswer.Refused.class,
            refused -> assertThat(refused.obstacles()).containsOnlyKeys(WorkId.ofTarget(22)));
    assertThat(a.beat(wider, lease))
        .isEqualTo(new GroupHeartbeatAnswer.Stale(Set.of(WorkId.ofTarget(22)), Map.of()));
    assertThat(a.release(wider, lease))
        .isEqualTo(new GroupReleaseAnswer.Stale(Set.of(WorkId.ofTarget(22)), Map.of()));

    for (TargetCoordinator coordinator : List.of(a, b)) {
      assertThat(coordinator.seat().calls().trace().only(PosixCall.MKDIRAT))
          .noneMatch(line -> List.of("002", "003").contains(line.call().names().get(0).toString()));
    }
    assertThat(a.beat(group(22L), lease)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
  }

  @Test
  final void releasedRecordsAreRemoved() throws Exception {
    TargetCoordinator a = arena().open("alpha");

    a.release(THREE, a.take(THREE));

    for (long target : THREE.targets()) {
      assertThat(a.table().read(target)).isInstanceOf(Reading.Absent.class);
    }
  }

  @Test
  final void claimWhoseSecondMoveFailsRestoresTheFirst() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease old = a.take(group(22L, 33L));
    TargetCoordinator b = arena().open("beta");
    arena().pass(TargetArena.TTL_MILLIS);
    b.seat()
        .faults()
        .inject(Fault.of(PosixCall.RENAMEAT2, Errno.EIO).where(call -> moves(call, 33)));

    assertThatThrownBy(() -> b.claim(THREE)).isInstanceOf(PosixException.class);

    assertThat(b.record(22).token()).isEqualTo(old.token());
    assertThat(b.record(33).token()).isEqualTo(old.token());
    assertThat(b.table().read(77)).isInstanceOf(Reading.Absent.class);
    b.take(THREE);
  }

  @Test
  final void heartbeatWhoseSecondMoveFailsRestoresTheOldStamps() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(THREE);
    Map<String, String> before = arena().shards();
    arena().pass(1_000);
    a.seat()
        .faults()
        .inject(Fault.of(PosixCall.RENAMEAT2, Errno.EIO).where(call -> moves(call, 33)));

    assertThatThrownBy(() -> a.beat(THREE, lease)).isInstanceOf(PosixException.class);

    assertThat(arena().shards()).isEqualTo(before);
    assertThat(a.beat(THREE, lease)).isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
  }

  @Test
  final void releaseWhoseSecondRemovalFailsRestoresTheFirst() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(THREE);
    Map<String, String> before = arena().shards();
    a.seat()
        .faults()
        .inject(Fault.of(PosixCall.UNLINKAT, Errno.ENOSPC).where(call -> call.hasName(record(33))));

    assertThatThrownBy(() -> a.release(THREE, lease)).isInstanceOf(PosixException.class);

    assertThat(arena().shards()).isEqualTo(before);
    assertThat(a.release(THREE, lease)).isInstanceOf(GroupReleaseAnswer.Released.class);
  }

  @Test
  final void lockOfOneMemberThatStaysBusyRefusesTheGroupAtTheDeadline() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    a.take(group(88L));
    Map<String, String> before = arena().shards();
    a.seat()
        .meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> moves(call, 33),
            () -> assertThat(refusedNow(b, group(22L, 77L, 33L))).isTrue());

    a.take(group(33L));

    assertThat(arena().shards().keySet())
        .containsAll(before.keySet())
        .noneMatch(path -> path.endsWith(WorkId.ofTarget(22).hex() + ".json"));
  }

  private static boolean refusedNow(TargetCoordinator by, TargetGroup group) {
    try {
      return by.claim(group) instanceof GroupClaimAnswer.Refused refused
          && refused.obstacles().values().stream()
              .allMatch(ClaimAnswer.Unavailable.class::isInstance);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
