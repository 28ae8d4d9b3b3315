package io.holdfast.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.DelegatingPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimDisk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table on a mount that lets nobody write is refused before anything is tried on it. */
class ReadOnlyTableTest {

  private static final RawPath ROOT = RawPath.of("/t");
  private static final int FLAGS_AT = FileSystemStat.SLOTS - 1;

  /** The same file system, mounted read-only. */
  private static final class ReadOnlyMount extends DelegatingPosix {

    ReadOnlyMount(Posix delegate) {
      super(delegate);
    }

    @Override
    public int fstatfs(int fd, long[] statfs) {
      int result = super.fstatfs(fd, statfs);
      statfs[FLAGS_AT] |= Flags.ST_RDONLY;
      return result;
    }
  }

  @ParameterizedTest
  @EnumSource
  void tableOnAReadOnlyMountIsRefusedWithAClearWordAndNothingIsTried(Protocol protocol)
      throws Exception {
    SimDisk disk = SimDisk.create();
    assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    LeaseArena writable =
        new LeaseArena(disk::newProcess, ROOT, DurableOptions.defaults(), protocol);
    writable.open("alpha").take(LeaseArena.id(1));
    LeaseArena readOnly =
        new LeaseArena(
            () -> new ReadOnlyMount(disk.newProcess()), ROOT, DurableOptions.defaults(), protocol);
    Coordinator late = readOnly.coordinator("late");

    TableRefusedException refused =
        catchThrowableOfType(
            TableRefusedException.class,
            () -> late.open(ROOT, readOnly.manifest(), LeaseArena.trust()));

    assertThat(refused).hasMessageContainingAll("/t", "read-only", "EROFS");
    assertThat(
            late.calls()
                .trace()
                .only(PosixCall.FSYNC, PosixCall.MKDIRAT, PosixCall.LINKAT, PosixCall.RENAMEAT2)
                .calls())
        .isEmpty();
    readOnly.closeAll();
    writable.closeAll();
  }
}
