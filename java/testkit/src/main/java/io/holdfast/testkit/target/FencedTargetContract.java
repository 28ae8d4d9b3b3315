package io.holdfast.testkit.target;

import static io.holdfast.testkit.target.TargetArena.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupLease;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.target.TargetGroup;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * What holds for target groups in fence tables alone: fences that are moved one after the other,
 * and put back when one of them is lost.
 *
 * <p>In the order of digests 22 stands behind 11, 33 behind both and 77 between them: 11, 99, 77,
 * 22, 33, 88 begin with 00, 26, 6c, 85, c0, dd.
 */
public abstract class FencedTargetContract extends TargetContract {

  private static final TargetGroup BOTH = group(22L, 33L);

  /** Nothing is opened before the first test. */
  protected FencedTargetContract() {}

  @Override
  protected final TableManifest.Protocol protocol() {
    return TableManifest.Protocol.FENCE;
  }

  @Override
  final void corrupt(long target) throws PosixException {
    for (String path : arena().paths(target, ".rec.")) {
      arena().write(path, "{");
    }
  }

  @Override
  final PosixCall releasingCall() {
    return PosixCall.RENAMEAT2;
  }

  /** The move of the fence of a target. */
  private static boolean moves(Call call, long target) {
    return call.names().get(0).toString().startsWith(WorkId.ofTarget(target).hex() + ".fence.");
  }

  private static boolean beats(Call call) {
    return call.names().get(0).toString().matches("[0-9a-f]{32}\\.[0-9a-f]{16}");
  }

  @Test
  final void memberLostInTheMiddlePutsBackWhatWasWon() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    AtomicReference<GroupLease> rival = new AtomicReference<>();
    a.seat()
        .meanwhile()
        .before(PosixCall.RENAMEAT2, call -> moves(call, 33), () -> rival.set(taken(b, 33)));

    GroupClaimAnswer answer = a.claim(BOTH);

    assertThat(answer).isEqualTo(new GroupClaimAnswer.Lost(Set.of(WorkId.ofTarget(33))));
    assertThat(b.record(22).status()).isEqualTo(LeaseStatus.RELEASED);
    assertThat(b.beat(group(33L), Objects.requireNonNull(rival.get())))
        .isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
    b.take(group(22L));
  }

  private static GroupLease taken(TargetCoordinator by, long target) {
    try {
      return by.take(group(target));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  final void memberThatWasExpiredIsPutBackAsItWas() throws Exception {
    TargetCoordinator dead = arena().open("dead");
    GroupLease old = dead.take(group(22L));
    dead.vanish();
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    a.claim(BOTH);
    arena().pass(TargetArena.TTL_MILLIS);
    a.seat().meanwhile().before(PosixCall.RENAMEAT2, call -> moves(call, 33), () -> taken(b, 33));

    assertThat(a.claim(BOTH)).isInstanceOf(GroupClaimAnswer.Lost.class);

    assertThat(b.record(22).token()).isEqualTo(old.token());
    assertThat(b.record(22).fence()).isGreaterThan(old.of(WorkId.ofTarget(22)).fence());
    assertThat(b.record(22).owner()).isEqualTo("dead");
  }

  @Test
  final void recordsOfALostGroupAreNotLeftBehind() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    TargetGroup three = group(22L, 33L, 88L);
    a.seat().meanwhile().before(PosixCall.RENAMEAT2, call -> moves(call, 33), () -> taken(b, 33));

    assertThat(a.claim(three)).isInstanceOf(GroupClaimAnswer.Lost.class);
    b.table().sweep();

    assertThat(arena().paths(88, ".rec.")).as("staged and never moved").hasSize(1);
  }

  @Test
  final void frozenClaimerWhoseSessionWasDeclaredDeadIsGrantedNothing() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    a.seat()
        .meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            FencedTargetContract::beats,
            () -> {
              lookAt(b);
              b.seat().pass(TargetArena.TTL_MILLIS);
              taken(b, 22);
            });

    assertThatThrownBy(() -> a.claim(BOTH)).isInstanceOf(SessionLostException.class);

    assertThat(b.record(22).owner()).isEqualTo("beta");
    b.take(group(33L));
  }

  private static void lookAt(TargetCoordinator observer) {
    try {
      observer.claim(BOTH);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  final void beatThatFailsPutsTheGroupBack() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    a.seat()
        .faults()
        .inject(
            Fault.of(PosixCall.RENAMEAT2, Errno.EIO).where(FencedTargetContract::beats).forEver());

    assertThatThrownBy(() -> a.claim(BOTH)).isInstanceOf(PosixException.class);

    TargetCoordinator b = arena().open("beta");
    assertThat(arena().holders(b, BOTH)).isEqualTo(Map.of(22L, "", 33L, ""));
    b.take(BOTH);
  }

  @Test
  final void groupThatCannotBePutBackIsGivenUpByALaterBeat() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    TargetCoordinator b = arena().open("beta");
    GroupLease other = a.take(group(11L));
    a.seat()
        .meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> moves(call, 33),
            () -> {
              taken(b, 33);
              a.seat().faults().inject(Fault.of(PosixCall.PWRITE, Errno.ENOSPC));
            });
    assertThatThrownBy(() -> a.claim(BOTH)).isInstanceOf(PosixException.class);
    assertThat(b.record(22).status()).isEqualTo(LeaseStatus.LEASED);

    a.beat(group(11L), other);

    assertThat(b.record(22).status()).isEqualTo(LeaseStatus.RELEASED);
  }

  @Test
  final void heartbeatOfAGroupIsOneRenameAndNoBarrier() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    GroupLease lease = a.take(group(11L, 22L, 33L));
    a.seat().calls().clear();

    a.beat(group(11L, 22L, 33L), lease);

    assertThat(a.seat().calls().trace().kinds())
        .doesNotContain(PosixCall.FSYNC, PosixCall.OPENAT)
        .containsOnlyOnce(PosixCall.RENAMEAT2);
  }

  @Test
  final void heartbeatOfSeveralGroupsIsOneRenameAndNoBarrier() throws Exception {
    TargetCoordinator a = arena().open("alpha");
    Map<TargetGroup, LeaseToken> held =
        Map.of(
            group(11L, 22L),
            a.take(group(11L, 22L)).token(),
            group(33L),
            a.take(group(33L)).token());
    a.seat().calls().clear();

    a.table().heartbeatGroups(held);

    assertThat(a.seat().calls().trace().kinds())
        .doesNotContain(PosixCall.FSYNC, PosixCall.OPENAT)
        .containsOnlyOnce(PosixCall.RENAMEAT2);
  }
}
