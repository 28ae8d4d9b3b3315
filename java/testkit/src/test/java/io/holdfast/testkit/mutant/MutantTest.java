package io.holdfast.testkit.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordingPosix;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MutantTest {

  private static final int FILE = 3;
  private static final int DIRECTORY = 4;
  private static final byte[] NAME = {'n'};

  /** What happens in the kernel while an fsync runs. */
  private final AtomicReference<Runnable> duringFsync = new AtomicReference<>(() -> {});

  private final Posix kernel =
      (Posix)
          Proxy.newProxyInstance(
              Posix.class.getClassLoader(),
              new Class<?>[] {Posix.class},
              (proxy, method, arguments) -> answer(method.getName(), arguments));

  private final FaultPosix faults = new FaultPosix(kernel);
  private final RecordingPosix below = new RecordingPosix(faults);

  private Object answer(String call, Object[] arguments) {
    if (call.equals("fstat")) {
      long[] slots = (long[]) arguments[1];
      slots[1] = (int) arguments[0];
      slots[2] = arguments[0].equals(DIRECTORY) ? Flags.S_IFDIR : Flags.S_IFREG;
    }
    if (call.equals("fstatat")) {
      ((long[]) arguments[2])[2] = Flags.S_IFDIR;
    }
    if (call.equals("fsync")) {
      duringFsync.getAndSet(() -> {}).run();
    }
    return 0;
  }

  private int callsOf(PosixCall call) {
    return below.trace().only(call).size();
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsId(Mutant mutant) {
    assertThat(Mutant.withId(mutant.id())).contains(mutant);
    assertThat(mutant.id()).matches("[a-z-]+");
  }

  @Test
  void noOtherIdIsOne() {
    assertThat(Mutant.withId("no-such-thing")).isEmpty();
  }

  @Test
  void noFileFsyncLeavesOutFilesOnly() {
    Posix mutant = Mutant.NO_FILE_FSYNC.applyTo(below);

    assertThat(mutant.fsync(FILE)).isZero();
    assertThat(callsOf(PosixCall.FSYNC)).isZero();
    mutant.fsync(DIRECTORY);
    assertThat(callsOf(PosixCall.FSYNC)).isEqualTo(1);
  }

  @Test
  void noDirectoryFsyncLeavesOutDirectoriesOnly() {
    Posix mutant = Mutant.NO_DIRECTORY_FSYNC.applyTo(below);

    assertThat(mutant.fsync(DIRECTORY)).isZero();
    assertThat(callsOf(PosixCall.FSYNC)).isZero();
    mutant.fsync(FILE);
    assertThat(callsOf(PosixCall.FSYNC)).isEqualTo(1);
  }

  @Test
  void retriesFailedFsyncBelievesTheSecondAnswer() {
    faults.inject(Fault.of(PosixCall.FSYNC, Errno.EIO));

    assertThat(Mutant.RETRIES_FAILED_FSYNC.applyTo(below).fsync(FILE)).isZero();
    assertThat(callsOf(PosixCall.FSYNC)).isEqualTo(2);
  }

  @Test
  void noBarrierProbeLeavesOutItsAttributeOnly() {
    Posix mutant = Mutant.NO_BARRIER_PROBE.applyTo(below);
    byte[] attribute = "user.holdfast.barrier".getBytes(StandardCharsets.US_ASCII);

    assertThat(mutant.fsetxattr(DIRECTORY, attribute, NAME, 0)).isZero();
    assertThat(callsOf(PosixCall.FSETXATTR)).isZero();
    mutant.fsetxattr(DIRECTORY, NAME, NAME, 0);
    assertThat(callsOf(PosixCall.FSETXATTR)).isEqualTo(1);
  }

  @Test
  void noBarrierProbeBelievesAnEarlierLookAtADirectory() {
    Posix mutant = Mutant.NO_BARRIER_PROBE.applyTo(below);
    long[] slots = new long[FileStat.SLOTS];
    faults.inject(Fault.of(PosixCall.FSTATAT, Errno.EIO));
    assertThat(mutant.fstatat(DIRECTORY, NAME, slots, 0)).isEqualTo(Errno.EIO.asResult());

    assertThat(mutant.fstatat(DIRECTORY, NAME, slots, 0)).isZero();
    long[] first = slots.clone();
    Arrays.fill(slots, 0);
    faults.inject(Fault.of(PosixCall.FSTATAT, Errno.EIO));
    assertThat(mutant.fstatat(DIRECTORY, NAME, slots, 0)).isZero();
    assertThat(slots).isEqualTo(first);
    faults.inject(Fault.of(PosixCall.FSTATAT, Errno.ENOENT));
    assertThat(mutant.fstatat(DIRECTORY, NAME, slots, 0)).isEqualTo(Errno.ENOENT.asResult());
  }

  @Test
  void joinsRunningFsyncCoversWhatCameBeforeItAndWhatCameMeanwhile() {
    Posix mutant = Mutant.JOINS_RUNNING_FSYNC.applyTo(below);

    mutant.renameat2(DIRECTORY, NAME, DIRECTORY, NAME, 0);
    duringFsync.set(() -> mutant.renameat2(DIRECTORY, NAME, DIRECTORY, NAME, 0));
    assertThat(mutant.fsync(DIRECTORY)).isZero();
    assertThat(mutant.fsync(DIRECTORY)).isZero();
    assertThat(callsOf(PosixCall.FSYNC)).isEqualTo(1);

    for (Runnable change :
        Arrays.<Runnable>asList(
            () -> mutant.renameat2(DIRECTORY, NAME, DIRECTORY, NAME, 0),
            () -> mutant.linkat(DIRECTORY, NAME, DIRECTORY, NAME, 0),
            () -> mutant.unlinkat(DIRECTORY, NAME, 0))) {
      int before = callsOf(PosixCall.FSYNC);
      change.run();
      mutant.fsync(DIRECTORY);
      assertThat(callsOf(PosixCall.FSYNC)).isEqualTo(before + 1);
    }
  }

  @Test
  void joinsRunningFsyncAsksAgainAfterAFailure() {
    Posix mutant = Mutant.JOINS_RUNNING_FSYNC.applyTo(below);
    faults.inject(Fault.of(PosixCall.FSYNC, Errno.EIO));

    assertThat(mutant.fsync(DIRECTORY)).isEqualTo(Errno.EIO.asResult());
    mutant.fsync(DIRECTORY);
    assertThat(callsOf(PosixCall.FSYNC)).isEqualTo(2);
  }
}
