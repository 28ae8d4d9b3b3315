package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.TargetAdmission;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.durable.RootTrust.Answer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.proof.Tree;
import io.holdfast.testkit.sim.Credentials;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One simulated disk with a table of targets, and the coordinators of a test that share it. */
final class SharedTargets implements AutoCloseable {

  static final long TTL_MILLIS = 60_000;

  private static final Credentials USER = new Credentials(1000, 1000, 022);
  private static final byte[] PATH = {'/', 'd'};
  private static final int SHARDS = 4;

  private final SimDisk disk = SimDisk.create(SimCapabilities.full());
  private final TableManifest manifest;
  private final List<Coordinator> coordinators = new ArrayList<>();

  SharedTargets(Protocol protocol) {
    SimPosix root = disk.newProcess();
    assertThat(root.mkdirat(Flags.AT_FDCWD, PATH, 0700)).isZero();
    assertThat(root.fchownat(Flags.AT_FDCWD, PATH, USER.uid(), USER.gid(), 0)).isZero();
    this.manifest =
        TableManifest.ofTargets()
            .withProtocol(protocol)
            .withShardCount(SHARDS)
            .withTtlMillis(TTL_MILLIS);
  }

  /** One more process, with a table of its own. */
  Coordinator join(String owner) throws Exception {
    Coordinator coordinator = new Coordinator(owner);
    coordinators.add(coordinator);
    return coordinator;
  }

  /** Damages what stands in a target's records, behind everybody's back. */
  void corrupt(long target) throws PosixException {
    SimPosix hand = disk.newProcess(USER);
    String record = WorkId.ofTarget(target).hex() + ".rec.";
    for (String path : Tree.read(hand, RawPath.of(PATH)).keySet()) {
      if (path.contains(record)) {
        byte[] whole = RawPath.of(PATH).resolve(RawPath.of(path)).bytes();
        int flags = Flags.O_WRONLY | Flags.O_TRUNC;
        Descriptor.open(hand, Flags.AT_FDCWD, whole, flags, 0).close();
      }
    }
  }

  /** Leaves the update lock of a target, in a table of directories, as a dead holder does. */
  void leaveLocked(long target) {
    WorkId id = WorkId.ofTarget(target);
    String lock = String.format(Locale.ROOT, "%03d/%s.json.lock", id.shard(SHARDS), id.hex());
    byte[] whole = RawPath.of(PATH).resolve(RawPath.of(lock)).bytes();
    assertThat(disk.newProcess(USER).mkdirat(Flags.AT_FDCWD, whole, 0700)).isZero();
  }

  @Override
  public void close() {
    for (Coordinator coordinator : coordinators) {
      coordinator.seat.faults().heal();
      coordinator.table.close();
    }
  }

  /** A process of its own. */
  final class Coordinator {

    private final String owner;
    private final Seat seat;
    private final TargetLeaseTable table;
    private Optional<String> distrust = Optional.empty();

    private Coordinator(String owner) throws Exception {
      this.owner = owner;
      this.seat =
          new Seat(disk.newProcess(USER), DurableOptions.defaults(), 1 + coordinators.size());
      RootTrust trusting = RootTrust.declaredByCaller("a test");
      RootTrust trust = () -> distrust.<Answer>map(Answer.Refused::new).orElseGet(trusting::ask);
      this.table =
          TargetLeaseTable.open(
              seat.posix(), RawPath.of(PATH), manifest, seat.options(), trust, owner);
    }

    String owner() {
      return owner;
    }

    Seat seat() {
      return seat;
    }

    TargetLeaseTable table() {
      return table;
    }

    TargetAdmission admission() {
      return new TargetAdmission(table, owner);
    }

    /** From now on its root is not trusted. */
    void distrust(String reason) {
      distrust = Optional.of(reason);
    }

    /** Claims targets that must be free. */
    LeaseToken take(Long... targets) throws Exception {
      GroupClaimAnswer answer =
          table.claimGroup(
              TargetGroup.of(List.of(targets)), Jobs.on("other").payload(), new Claimant(owner, 1));
      assertThat(answer).isInstanceOf(GroupClaimAnswer.Claimed.class);
      return ((GroupClaimAnswer.Claimed) answer).lease().token();
    }

    void giveUp(LeaseToken token, Long... targets) throws Exception {
      assertThat(table.releaseGroup(TargetGroup.of(List.of(targets)), token))
          .isInstanceOf(GroupReleaseAnswer.Released.class);
    }

    /** Whether targets are still a token's. */
    boolean holds(LeaseToken token, Long... targets) throws Exception {
      TargetGroup group = TargetGroup.of(List.of(targets));
      return admission().renew(Map.of(group, token)).isEmpty();
    }
  }
}
