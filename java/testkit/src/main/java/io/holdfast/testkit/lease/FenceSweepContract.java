package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import org.junit.jupiter.api.Test;

/** sweep of a fence table: what a number has passed goes, whatever may still win stays. */
interface FenceSweepContract extends LeaseGround {

  @Test
  default void sweepTakesTheRecordOfALoser() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String loser = record(id(1), lease.fence(), 'c');
    String older = record(id(1), 0, 'd');
    arena().write(loser, new byte[] {'x'});
    a.release(lease);
    a.take(id(1));
    arena().write(older, new byte[] {'x'});

    assertThat(arena().open("beta").table().sweep()).isEqualTo(2);

    assertThat(arena().isThere(loser)).isFalse();
    assertThat(arena().isThere(older)).isFalse();
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);
  }

  @Test
  default void sweepTakesARivalOfTheNumberThatStands() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String rival = record(id(1), lease.fence(), 'c');
    arena().write(rival, new byte[] {'x'});

    assertThat(a.table().sweep()).isEqualTo(1);

    assertThat(arena().isThere(rival)).isFalse();
    assertThat(a.record(id(1)).token()).isEqualTo(lease.token());
  }

  @Test
  default void sweepLeavesAnIdWithTwoGenuineFencesToPeople() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String rival = record(id(1), lease.fence(), 'c');
    arena().write(rival, new byte[] {'x'});
    String older = record(id(1), lease.fence() - 1, 'd').replace(".rec.", ".fence.");
    arena().write(older, arena().read(LeaseArena.shard(id(1)) + "/" + id(1).hex() + ".origin"));

    assertThat(a.table().sweep()).isZero();

    assertThat(arena().isThere(rival)).isTrue();
    assertThat(arena().isThere(older)).isTrue();
  }

  @Test
  default void sweepLeavesWhatAFrozenRivalMayStillWinWith() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    a.release(first);
    Coordinator b = arena().open("beta");
    int[] swept = new int[1];
    a.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> {
              arena().pass(100 * TTL_MILLIS);
              swept[0] = Unchecked.call(() -> b.table().sweep());
            });

    Lease lease = a.take(id(1));

    assertThat(swept[0]).isZero();
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
  }

  @Test
  default void sweepTakesNumbersZeroThatAreNotTheOrigins() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String shard = LeaseArena.shard(id(1));
    String first = id(1).hex() + ".fence.0000000000000000." + "e".repeat(32);
    arena().write(shard + "/" + first, new byte[] {'x'});

    a.table().sweep();

    assertThat(arena().names(id(1), ".fence.")).hasSize(1).doesNotContain(first);
  }

  @Test
  default void sweepLeavesAFirstUseThatIsNotFinished() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    int[] swept = new int[1];
    a.meanwhile()
        .before(
            PosixCall.LINKAT,
            call -> call.names().get(1).toString().endsWith(".origin"),
            () -> {
              arena().pass(100 * TTL_MILLIS);
              swept[0] = Unchecked.call(() -> b.table().sweep());
            });

    Lease lease = a.take(id(1));

    assertThat(swept[0]).isZero();
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
  }

  @Test
  default void sweepDoesNothingWhenTheFenceMovesMeanwhile() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String rival = record(id(1), lease.fence(), 'c');
    arena().write(rival, new byte[] {'x'});
    Coordinator b = arena().open("beta");
    b.meanwhile()
        .before(PosixCall.FSYNC, call -> true, () -> Unchecked.call(() -> a.release(lease)));

    assertThat(b.table().sweep()).isZero();

    assertThat(b.table().sweep()).isZero();
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.RELEASED);
  }

  @Test
  default void crashesBetweenStagingAndMovingLeaveNothingThatStays() throws Exception {
    for (int crash = 0; crash < 20; crash++) {
      Coordinator a = arena().open("alpha");
      a.fail(
          Fault.of(PosixCall.RENAMEAT2, Errno.EIO)
              .where(call -> call.names().get(0).toString().contains(".fence.")));
      a.fail(Fault.of(PosixCall.UNLINKAT, Errno.EIO).forEver());
      assertThat(catchThrowable(() -> a.claim(id(1)))).isNotNull();
      a.close();
    }
    Coordinator b = arena().open("beta");
    b.release(b.take(id(1)));

    b.table().sweep();
    b.release(b.take(id(1)));
    b.table().sweep();

    assertThat(arena().names(id(1), "")).hasSize(5);
  }

  private static String record(WorkId id, long number, char digit) {
    String name = id.hex() + String.format(".rec.%016x.", number);
    return LeaseArena.shard(id) + "/" + name + String.valueOf(digit).repeat(32);
  }
}
