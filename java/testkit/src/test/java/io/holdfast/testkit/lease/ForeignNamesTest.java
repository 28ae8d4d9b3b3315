package io.holdfast.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.CrashPolicy;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody makes a name and dies before its barrier; the next one tells what it finds. */
class ForeignNamesTest {

  private static final RawPath ROOT = RawPath.of("/table");
  private static final WorkId ID = WorkId.ofTarget(7);

  @ParameterizedTest
  @EnumSource
  void claimInAShardThatSomebodyElseMadeOutlivesAPowerCut(Protocol protocol) throws Exception {
    SimDisk disk = SimDisk.create();
    SimPosix hand = disk.newProcess();
    assertThat(hand.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    assertThat(hand.fsync(hand.openat(Flags.AT_FDCWD, new byte[] {'/'}, Flags.O_DIRECTORY, 0)))
        .isZero();
    TableManifest manifest = TableManifest.ofWork().withProtocol(protocol).withShardCount(1);
    WorkLeaseTable table = open(disk.newProcess(), manifest, 1);
    RawPath shard = RawPath.of("/table/000");
    assertThat(hand.mkdirat(Flags.AT_FDCWD, shard.bytes(), 0700)).isZero();

    assertThat(table.claim(ID, new JsonObject(Map.of()), new Claimant("second", 0)))
        .isInstanceOf(ClaimAnswer.Claimed.class);

    SimDisk after = disk.cutPower().crash(CrashPolicy.none());
    try (WorkLeaseTable next = open(after.newProcess(), manifest, 2)) {
      assertThat(next.read(ID)).isInstanceOf(Reading.Present.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void commitThatIsCalledCompletedAlreadyOutlivesAPowerCut(Protocol protocol) throws Exception {
    SimDisk disk = SimDisk.create();
    SimPosix hand = disk.newProcess();
    assertThat(hand.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    assertThat(hand.fsync(hand.openat(Flags.AT_FDCWD, new byte[] {'/'}, Flags.O_DIRECTORY, 0)))
        .isZero();
    TableManifest manifest = TableManifest.ofWork().withProtocol(protocol).withShardCount(1);
    LeaseToken token;
    Seat seat = new Seat(disk.newProcess(), DurableOptions.defaults(), 1);
    try (WorkLeaseTable table = open(seat, manifest)) {
      ClaimAnswer claimed = table.claim(ID, new JsonObject(Map.of()), new Claimant("first", 0));
      token = ((ClaimAnswer.Claimed) claimed).lease().token();
      Fault noBarrier = Fault.of(PosixCall.FSYNC, Errno.EIO).forEver();
      seat.meanwhile()
          .after(
              PosixCall.RENAMEAT2,
              call -> call.names().get(1).toString().startsWith(ID.hex()),
              () -> seat.faults().inject(noBarrier));
      assertThat(catchThrowable(() -> table.completeOnce(ID, token)))
          .isInstanceOf(DurabilityUnknownException.class);
    }

    WorkLeaseTable second = open(disk.newProcess(), manifest, 2);
    assertThat(second.completeOnce(ID, token)).isInstanceOf(CompleteAnswer.Already.class);

    SimDisk after = disk.cutPower().crash(CrashPolicy.none());
    try (WorkLeaseTable next = open(after.newProcess(), manifest, 3)) {
      assertThat(next.claim(ID, new JsonObject(Map.of()), new Claimant("third", 0)))
          .isInstanceOf(ClaimAnswer.Done.class);
    }
  }

  private static WorkLeaseTable open(SimPosix process, TableManifest manifest, long seed)
      throws Exception {
    return open(new Seat(process, DurableOptions.defaults(), seed), manifest);
  }

  private static WorkLeaseTable open(Seat seat, TableManifest manifest) throws Exception {
    RootTrust trust = RootTrust.declaredByCaller("a test");
    return WorkLeaseTable.open(seat.posix(), ROOT, manifest, seat.options(), trust, "owner");
  }
}
