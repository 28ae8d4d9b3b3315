package io.holdfast.gauge.calls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimDisk;
import org.junit.jupiter.api.Test;

class CountingPosixTest {

  private static final byte[] ROOT = "/".getBytes(US_ASCII);
  private static final byte[] A = "/a".getBytes(US_ASCII);
  private static final byte[] B = "/b".getBytes(US_ASCII);
  private static final int HERE = Flags.AT_FDCWD;

  private final FaultPosix faults = new FaultPosix(SimDisk.create().newProcess());
  private final CountingPosix posix = new CountingPosix(faults);

  private int open(byte[] path, int flags) {
    int fd = posix.openat(HERE, path, flags, 0600);
    assertThat(fd).isNotNegative();
    return fd;
  }

  @Test
  void tellsFilesFromDirectoriesAndWritesThatAreWrittenThrough() {
    int directory = open(ROOT, Flags.O_RDONLY | Flags.O_DIRECTORY);
    int file = open(A, Flags.O_RDWR | Flags.O_CREAT);
    int synced = open(A, Flags.O_RDWR | Flags.O_DSYNC);
    int unnamed = open(ROOT, Flags.O_RDWR | Flags.O_TMPFILE);
    posix.fsync(directory);
    posix.fsync(file);
    posix.fsync(unnamed);
    posix.fdatasync(file);
    posix.pwrite(file, ROOT, 0, 1, 0);
    posix.pwrite(synced, ROOT, 0, 1, 0);
    posix.write(synced, ROOT, 0, 1);
    posix.linkat(HERE, A, HERE, B, 0);
    posix.renameat2(HERE, B, HERE, A, 0);
    posix.flock(file, Flags.LOCK_EX);
    posix.flock(file, Flags.LOCK_UN);
    assertThat(posix.counted())
        .hasToString(
            "2 fsync, 1 dir fsync, 1 fdatasync, 2 O_DSYNC write, 1 rename, 1 link, 2 flock");
  }

  @Test
  void aNumberThatIsUsedAgainIsWhatItIsNow() {
    int first = open(ROOT, Flags.O_RDONLY | Flags.O_DIRECTORY);
    posix.close(first);
    assertThat(open(A, Flags.O_RDWR | Flags.O_CREAT)).isEqualTo(first);
    posix.fsync(first);
    assertThat(posix.counted()).isEqualTo(CallCounts.of(CountedCall.FILE_SYNC, 1));
  }

  @Test
  void callsThatFailAreCountedToo() {
    int file = open(A, Flags.O_RDWR | Flags.O_CREAT);
    faults.inject(Fault.of(PosixCall.FSYNC, Errno.EIO));
    assertThat(posix.fsync(file)).isEqualTo(Errno.EIO.asResult());
    assertThat(posix.counted().of(CountedCall.FILE_SYNC)).isEqualTo(1);
  }

  @Test
  void countsAreEqualWhereEveryCallIs() {
    CallCounts one = CallCounts.of(CountedCall.LINK, 2).plus(CountedCall.LOCK, 1);
    assertThat(one.times(3).minus(one.times(3))).isEqualTo(CallCounts.NONE);
    assertThat(CallCounts.NONE).hasToString("none");
    assertThat(one.plus(CountedCall.RENAME, 0)).isEqualTo(one).hasSameHashCodeAs(one);
  }
}
