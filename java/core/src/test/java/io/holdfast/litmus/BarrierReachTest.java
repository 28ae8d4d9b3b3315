package io.holdfast.litmus;

import static io.holdfast.litmus.BarrierReach.Kind.CLAIMED;
import static io.holdfast.litmus.BarrierReach.Kind.CLIENT_ONLY;
import static io.holdfast.litmus.BarrierReach.Kind.NONE;
import static io.holdfast.litmus.BarrierReach.Kind.UNPROVEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** {@link BarrierReach} and the rows of {@link BarrierCostMeter}. */
class BarrierReachTest {

  private static final long EXT4_MAGIC = 0xef53L;
  private static final long TMPFS_MAGIC = 0x01021994L;
  private static final long RAMFS_MAGIC_AS_INT = (int) 0x858458f6L;

  private static BarrierReach reach(String type, String... options) {
    return BarrierReach.of(Mounts.of(type, options), EXT4_MAGIC);
  }

  @Test
  void memoryIsAcceptedNotDurable() {
    assertThat(BarrierReach.of(Mounts.of("tmpfs"), TMPFS_MAGIC))
        .isEqualTo(new BarrierReach(NONE, "accepted, not durable: tmpfs is memory"));
    assertThat(BarrierReach.of(Mounts.of("rootfs"), RAMFS_MAGIC_AS_INT).reason())
        .isEqualTo("accepted, not durable: ramfs is memory");
    assertThat(BarrierReach.of(Mounts.of("unknown"), TMPFS_MAGIC).kind()).isEqualTo(NONE);
  }

  @Test
  void anOverlayIsBelievedUnlessVolatile() {
    assertThat(reach("overlay").kind()).isEqualTo(CLAIMED);
    assertThat(reach("overlay", "volatile").kind()).isEqualTo(NONE);
    assertThat(reach("overlay", "fsync=volatile").kind()).isEqualTo(NONE);
    assertThat(reach("ext4", "volatile").kind()).isEqualTo(CLAIMED);
  }

  @Test
  void fuseIsUnprovenAndSomeStayOnTheClient() {
    for (String type : new String[] {"fuse", "fuseblk", "fuse.bindfs", "virtiofs"}) {
      assertThat(reach(type).kind()).as(type).isEqualTo(UNPROVEN);
    }
    for (String type : new String[] {"fuse.glusterfs", "fuse.sshfs", "lustre"}) {
      assertThat(reach(type).kind()).as(type).isEqualTo(CLIENT_ONLY);
    }
    assertThat(reach("nfs4").kind()).isEqualTo(CLAIMED);
  }

  @Test
  void outcomesOfABarrierThatAnsweredZero() {
    assertThat(reach("ext4").outcome("did it")).isEqualTo(Outcome.qualified("did it"));
    assertThat(reach("fuse").outcome("did it").isQualified()).isTrue();
    assertThat(reach("overlay", "volatile").outcome("did it").verdict())
        .isInstanceOf(Verdict.Inconclusive.class);
    assertThat(BarrierReach.overMemory("/u").outcome("").verdict().explanation())
        .startsWith("accepted, not durable")
        .contains("/u");
  }

  private static long[] samples(int count, long nanos) {
    long[] samples = new long[count];
    Arrays.fill(samples, nanos);
    return samples;
  }

  @Test
  void percentilesAreOfTheSamples() {
    long[] samples = new long[100];
    for (int i = 0; i < 100; i++) {
      samples[i] = 100L - i;
    }
    BarrierCost cost = BarrierCostMeter.row("replace", samples, null, reach("ext4"));
    assertThat(cost.count()).isEqualTo(100);
    assertThat(cost.p50Nanos()).isEqualTo(50);
    assertThat(cost.p99Nanos()).isEqualTo(99);
    BarrierCost one = BarrierCostMeter.row("replace", new long[] {7}, null, reach("ext4"));
    assertThat(one.p50Nanos()).isEqualTo(7);
    assertThat(one.p99Nanos()).isEqualTo(7);
  }

  @Test
  void anErrorVoidsTheRow() {
    BarrierCost cost = BarrierCostMeter.row("file_fsync", samples(50, 1), Errno.EIO, reach("ext4"));
    assertThat(cost.errno()).isEqualTo(Errno.EIO);
    assertThat(cost.p50Nanos()).isZero();
    assertThat(cost.implausiblyFast()).isFalse();
  }

  @Test
  void tooFastToBeTrue() {
    long fast = BarrierCostMeter.IMPLAUSIBLE_NANOS - 1;
    BarrierReach claimed = reach("ext4");
    assertThat(BarrierCostMeter.row("file_fsync", samples(20, fast), null, claimed))
        .matches(BarrierCost::implausiblyFast);
    assertThat(BarrierCostMeter.row("file_fsync", samples(20, fast + 1), null, claimed))
        .matches(c -> !c.implausiblyFast());
    assertThat(BarrierCostMeter.row("file_fsync", samples(19, fast), null, claimed))
        .as("too few samples")
        .matches(c -> !c.implausiblyFast());
    assertThat(BarrierCostMeter.row("directory_fsync", samples(20, fast), null, claimed))
        .as("NFS does directory operations at once, nothing is left to sync")
        .matches(c -> !c.implausiblyFast());
    assertThat(
            BarrierCostMeter.row(
                "file_fsync", samples(20, fast), null, reach("overlay", "volatile")))
        .as("nobody claims durability")
        .matches(c -> !c.implausiblyFast());
  }
}
