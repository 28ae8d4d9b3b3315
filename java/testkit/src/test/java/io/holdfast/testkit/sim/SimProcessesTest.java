package io.holdfast.testkit.sim;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several processes on one disk: locks between them, and what the death of one frees. */
@Timeout(60)
class SimProcessesTest {

  private final SimDisk disk = SimDisk.create();
  private final SimPosix first = disk.newProcess();
  private final SimPosix second = disk.newProcess();

  private static int open(SimPosix process) {
    int flags = Flags.O_RDWR | Flags.O_CREAT;
    return process.openat(Flags.AT_FDCWD, Shell.bytes("lock"), flags, 0600);
  }

  private static int tryFlock(SimPosix process, int fd) {
    return process.flock(fd, Flags.LOCK_EX | Flags.LOCK_NB);
  }

  private static int record(SimPosix process, int fd, int command, int type, long start) {
    return process.fcntlSetLock(fd, command, type, start, 1);
  }

  @Test
  void processesHaveNumbersDescriptorsAndPositionsOfTheirOwn() {
    int one = open(first);
    int other = open(second);

    assertThat(one).isEqualTo(other);
    assertThat(first.getpid()).isNotEqualTo(second.getpid());
    assertThat(first.write(one, Shell.bytes("abc"), 0, 3)).isEqualTo(3);
    byte[] buffer = new byte[3];
    assertThat(second.read(other, buffer, 0, 3)).isEqualTo(3);
    assertThat(buffer).isEqualTo(Shell.bytes("abc"));
  }

  @Test
  void flockExcludesAcrossProcesses() {
    int one = open(first);
    int other = open(second);
    assertThat(tryFlock(first, one)).isZero();

    assertThat(tryFlock(second, other)).isEqualTo(Errno.EAGAIN.asResult());
    first.flock(one, Flags.LOCK_UN);
    assertThat(tryFlock(second, other)).isZero();
  }

  @Test
  void posixLocksExcludeAcrossProcessesAndNameTheHolder() {
    int one = open(first);
    int other = open(second);
    assertThat(record(first, one, Flags.F_SETLK, Flags.F_WRLCK, 0)).isZero();

    assertThat(record(second, other, Flags.F_SETLK, Flags.F_RDLCK, 0))
        .isEqualTo(Errno.EAGAIN.asResult());
    long[] slots = new long[LockStat.SLOTS];
    assertThat(second.fcntlGetLock(other, Flags.F_GETLK, Flags.F_WRLCK, 0, 0, slots)).isZero();
    assertThat(LockStat.of(slots).pid()).isEqualTo(first.getpid());
  }

  @Test
  void deathClosesEverythingAndFreesEveryLock() {
    int one = open(first);
    int other = open(second);
    tryFlock(first, one);
    record(first, one, Flags.F_SETLK, Flags.F_WRLCK, 0);
    record(first, one, Flags.F_OFD_SETLK, Flags.F_WRLCK, 5);
    first.unlinkat(Flags.AT_FDCWD, Shell.bytes("lock"), 0);
    long inodes = disk.usedInodes();

    first.kill();

    assertThat(tryFlock(second, other)).isZero();
    assertThat(record(second, other, Flags.F_SETLK, Flags.F_WRLCK, 0)).isZero();
    assertThat(record(second, other, Flags.F_SETLK, Flags.F_WRLCK, 5)).isZero();
    second.close(other);
    assertThat(disk.usedInodes()).isEqualTo(inodes - 1);
  }

  @Test
  void theDeadCallNothing() {
    int fd = open(first);
    first.kill();
    first.kill();

    assertThatThrownBy(() -> first.fsync(fd)).isInstanceOf(ProcessKilled.class);
    assertThatThrownBy(() -> open(first)).isInstanceOf(ProcessKilled.class);
  }

  @Test
  void aBlockedCallEndsWithItsProcess() throws InterruptedException {
    tryFlock(first, open(first));
    int fd = open(second);
    AtomicReference<Throwable> end = new AtomicReference<>();
    CountDownLatch calling = new CountDownLatch(1);
    Thread blocked =
        new Thread(
            () -> {
              calling.countDown();
              second.flock(fd, Flags.LOCK_EX);
            });
    blocked.setUncaughtExceptionHandler((thread, failure) -> end.set(failure));
    blocked.start();
    calling.await();

    second.kill();
    blocked.join();

    assertThat(end.get()).isInstanceOf(ProcessKilled.class);
  }

  @Test
  void deathLetsTheNextOneIn() throws InterruptedException {
    tryFlock(first, open(first));
    int fd = open(second);
    AtomicInteger result = new AtomicInteger(-1);
    CountDownLatch calling = new CountDownLatch(1);
    Thread blocked =
        new Thread(
            () -> {
              calling.countDown();
              result.set(second.flock(fd, Flags.LOCK_EX));
            });
    blocked.start();
    calling.await();

    first.kill();
    blocked.join();

    assertThat(result.get()).isZero();
  }

  @Test
  void aCircleOfWaitsIsRefused() throws InterruptedException {
    int one = open(first);
    int other = open(second);
    record(first, one, Flags.F_SETLK, Flags.F_WRLCK, 0);
    record(second, other, Flags.F_SETLK, Flags.F_WRLCK, 1);
    AtomicInteger firstResult = new AtomicInteger(-1);
    Thread thread = new Thread(() -> firstResult.set(takeOrGiveWay(first, one, 1, 0)));
    thread.start();

    int secondResult = takeOrGiveWay(second, other, 0, 1);
    thread.join();

    assertThat(List.of(firstResult.get(), secondResult))
        .containsExactlyInAnyOrder(0, Errno.EDEADLK.asResult());
  }

  /** Whoever closes the circle is refused, and frees what the other one waits for. */
  private static int takeOrGiveWay(SimPosix process, int fd, long wanted, long held) {
    int result = record(process, fd, Flags.F_SETLKW, Flags.F_WRLCK, wanted);
    if (result < 0) {
      record(process, fd, Flags.F_SETLK, Flags.F_UNLCK, held);
    }
    return result;
  }

  @Test
  void processesMayLiveOnDifferentHosts() {
    FakeHostIdentity alpha = FakeHostIdentity.named("alpha");
    SimPosix there = disk.newProcess(Credentials.root(), alpha);
    byte[] buffer = new byte[64];

    assertThat(new String(buffer, 0, there.gethostname(buffer), US_ASCII)).isEqualTo("alpha");
    there.bootId(buffer);
    assertThat(new String(buffer, 0, 36, US_ASCII)).isEqualTo(alpha.bootId());
  }

  @Test
  void thePowerCutKillsEverybodyAndLeavesAPoint() {
    open(first);

    CrashPoint left = disk.cutPower();

    assertThatThrownBy(first::getpid).isInstanceOf(ProcessKilled.class);
    assertThatThrownBy(second::getpid).isInstanceOf(ProcessKilled.class);
    assertThat(left.count(10)).isEqualTo(2);
  }
}
