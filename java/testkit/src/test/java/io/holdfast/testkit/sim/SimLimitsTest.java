package io.holdfast.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import org.junit.jupiter.api.Test;

/** Space, inodes, names, descriptors, permissions, time. */
class SimLimitsTest {

  private static final int CREATE = Flags.O_RDWR | Flags.O_CREAT;

  private static SimPosix on(SimCapabilities capabilities) {
    return SimDisk.create(capabilities).newProcess();
  }

  private static int create(SimPosix posix, String name) {
    return posix.openat(Flags.AT_FDCWD, Shell.bytes(name), CREATE, 0600);
  }

  @Test
  void aFullDiskTakesWhatFitsAndThenNothing() {
    SimPosix posix = on(SimCapabilities.full().withSpaceBytes(2048));
    int fd = create(posix, "f");

    assertThat(posix.pwrite(fd, new byte[3000], 0, 3000, 0)).isEqualTo(2048);
    assertThat(posix.pwrite(fd, new byte[1], 0, 1, 2048)).isEqualTo(Errno.ENOSPC.asResult());
    assertThat(posix.pwrite(fd, new byte[100], 0, 100, 50)).isEqualTo(100);
    assertThat(posix.fallocate(fd, 0, 0, 4096)).isEqualTo(Errno.ENOSPC.asResult());
    assertThat(posix.ftruncate(fd, 512)).isZero();
    assertThat(posix.pwrite(fd, new byte[1], 0, 1, 2048)).isEqualTo(1);
  }

  @Test
  void spaceComesBackWhenAnUnlinkedFileIsClosed() {
    SimPosix posix = on(SimCapabilities.full().withSpaceBytes(1024));
    int fd = create(posix, "f");
    posix.pwrite(fd, new byte[1024], 0, 1024, 0);
    posix.unlinkat(Flags.AT_FDCWD, Shell.bytes("f"), 0);
    int other = create(posix, "g");

    assertThat(posix.pwrite(other, new byte[1], 0, 1, 0)).isEqualTo(Errno.ENOSPC.asResult());
    posix.close(fd);
    assertThat(posix.pwrite(other, new byte[1], 0, 1, 0)).isEqualTo(1);
    assertThat(posix.disk().usedSectors()).isEqualTo(1);
  }

  @Test
  void inodesRunOut() {
    SimPosix posix = on(SimCapabilities.full().withInodes(2));
    int fd = create(posix, "f");

    assertThat(create(posix, "g")).isEqualTo(Errno.ENOSPC.asResult());
    assertThat(posix.mkdirat(Flags.AT_FDCWD, Shell.bytes("d"), 0700))
        .isEqualTo(Errno.ENOSPC.asResult());
    posix.close(fd);
    posix.unlinkat(Flags.AT_FDCWD, Shell.bytes("f"), 0);
    assertThat(create(posix, "g")).isNotNegative();
  }

  @Test
  void fillingIsSeenByStatfs() {
    SimPosix posix = on(SimCapabilities.full().withSpaceBytes(1 << 20).withInodes(10));
    int fd = create(posix, "f");
    posix.pwrite(fd, new byte[8192], 0, 8192, 0);
    long[] slots = new long[FileSystemStat.SLOTS];

    assertThat(posix.fstatfs(fd, slots)).isZero();

    FileSystemStat stat = FileSystemStat.of(slots);
    assertThat(stat.blocks()).isEqualTo(256);
    assertThat(stat.blocksFree()).isEqualTo(254);
    assertThat(stat.filesFree()).isEqualTo(8);
  }

  @Test
  void descriptorsRunOutBeforeAnythingIsMade() {
    SimPosix posix = on(SimCapabilities.full().withDescriptorLimit(4));
    assertThat(create(posix, "f")).isEqualTo(3);

    assertThat(create(posix, "g")).isEqualTo(Errno.EMFILE.asResult());
    assertThat(posix.disk().usedInodes()).isEqualTo(2);
  }

  @Test
  void namesAndLinksHaveTheirLimits() {
    SimPosix posix = on(SimCapabilities.full().withNameLimit(10).withLinkLimit(2));
    create(posix, "f");

    assertThat(create(posix, "n".repeat(11))).isEqualTo(Errno.ENAMETOOLONG.asResult());
    assertThat(link(posix, "f", "g")).isZero();
    assertThat(link(posix, "f", "h")).isEqualTo(Errno.EMLINK.asResult());
  }

  private static int link(SimPosix posix, String from, String to) {
    return posix.linkat(Flags.AT_FDCWD, Shell.bytes(from), Flags.AT_FDCWD, Shell.bytes(to), 0);
  }

  @Test
  void aReadOnlyRemountRefusesChangesAndNothingElse() {
    SimPosix posix = on(SimCapabilities.full());
    int fd = create(posix, "f");
    posix.pwrite(fd, Shell.bytes("x"), 0, 1, 0);

    posix.disk().reconfigure(SimCapabilities.full().withReadOnly(true));

    int refused = Errno.EROFS.asResult();
    byte[] name = Shell.bytes("f");
    assertThat(create(posix, "g")).isEqualTo(refused);
    assertThat(posix.pwrite(fd, Shell.bytes("y"), 0, 1, 0)).isEqualTo(refused);
    assertThat(posix.unlinkat(Flags.AT_FDCWD, name, 0)).isEqualTo(refused);
    assertThat(posix.fchmod(fd, 0644)).isEqualTo(refused);
    assertThat(posix.fsetxattr(fd, Shell.bytes("user.a"), name, 0)).isEqualTo(refused);
    assertThat(posix.openat(Flags.AT_FDCWD, name, Flags.O_RDWR, 0)).isEqualTo(refused);
    assertThat(posix.openat(Flags.AT_FDCWD, name, Flags.O_RDONLY, 0)).isNotNegative();
    assertThat(posix.fsync(fd)).isZero();
  }

  @Test
  void permissionsCountForEverybodyButRoot() {
    SimDisk disk = SimDisk.create();
    SimPosix root = disk.newProcess();
    SimPosix user = disk.newProcess(Credentials.user(1000));
    create(root, "f");
    root.mkdirat(Flags.AT_FDCWD, Shell.bytes("shared"), 0700);
    root.fchmodat(Flags.AT_FDCWD, Shell.bytes("shared"), 01777);

    assertThat(create(user, "g")).isEqualTo(Errno.EACCES.asResult());
    assertThat(user.openat(Flags.AT_FDCWD, Shell.bytes("f"), Flags.O_RDONLY, 0))
        .isEqualTo(Errno.EACCES.asResult());
    assertThat(user.fchmodat(Flags.AT_FDCWD, Shell.bytes("f"), 0644))
        .isEqualTo(Errno.EPERM.asResult());
    assertThat(create(user, "shared/mine")).isNotNegative();
    create(root, "shared/theirs");
    assertThat(user.unlinkat(Flags.AT_FDCWD, Shell.bytes("shared/theirs"), 0))
        .isEqualTo(Errno.EPERM.asResult());
    assertThat(user.unlinkat(Flags.AT_FDCWD, Shell.bytes("shared/mine"), 0)).isZero();
  }

  @Test
  void aSetGroupIdDirectoryHandsItsGroupDown() {
    SimDisk disk = SimDisk.create();
    SimPosix root = disk.newProcess();
    root.mkdirat(Flags.AT_FDCWD, Shell.bytes("d"), 0700);
    root.fchownat(Flags.AT_FDCWD, Shell.bytes("d"), -1, 50, 0);
    root.fchmodat(Flags.AT_FDCWD, Shell.bytes("d"), 02770);
    Shell shell = new Shell(root);

    shell.mkdir("/d/e");
    shell.write("/d/f", "");

    assertThat(shell.stat("/d/e").gid()).isEqualTo(50);
    assertThat(shell.stat("/d/e").permissions() & 02000).isEqualTo(02000);
    assertThat(shell.stat("/d/f").gid()).isEqualTo(50);
  }

  @Test
  void timesAreThoseOfTheClockThatIsSetByHand() {
    SimDisk disk = SimDisk.create();
    Shell shell = Shell.on(disk);
    shell.write("/f", "x");
    long made = shell.stat("/f").mtimeNanos();
    disk.clock().advance(5_000);
    shell.write("/f", "y");

    assertThat(made).isEqualTo(SimClock.DEFAULT_REALTIME_NANOS);
    assertThat(shell.stat("/f").mtimeNanos()).isEqualTo(made + 5_000);
    disk.clock().setRealtime(77);
    assertThat(shell.posix.clockGettime(Flags.CLOCK_REALTIME)).isEqualTo(77);
    assertThat(shell.posix.clockGettime(Flags.CLOCK_MONOTONIC)).isEqualTo(5_000);
    disk.clock().suspend(10);
    assertThat(shell.posix.clockGettime(Flags.CLOCK_MONOTONIC)).isEqualTo(5_000);
    assertThat(shell.posix.clockGettime(Flags.CLOCK_BOOTTIME)).isEqualTo(5_010);
  }

  @Test
  void inodeNumbersAreTheSameInEveryRun() {
    for (int run = 0; run < 2; run++) {
      Shell shell = Shell.on(SimDisk.create());
      shell.mkdir("/d");
      shell.write("/d/f", "");

      assertThat(shell.stat("/").ino()).isEqualTo(2);
      assertThat(shell.stat("/d").ino()).isEqualTo(3);
      assertThat(shell.stat("/d/f").ino()).isEqualTo(4);
    }
  }
}
