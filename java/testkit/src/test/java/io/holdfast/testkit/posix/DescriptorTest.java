package io.holdfast.testkit.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimDisk;
import org.junit.jupiter.api.Test;

class DescriptorTest {

  private static final byte[] ROOT = {'/'};

  private final FaultPosix posix = new FaultPosix(SimDisk.create().newProcess());

  @Test
  void isClosedOnceAndTellsWhatTheKernelSaid() throws Exception {
    Descriptor descriptor = open();
    posix.inject(Fault.of(PosixCall.CLOSE, Errno.EIO));

    assertThat(descriptor.closeAndTell()).isEqualTo(Errno.EIO.asResult());
    assertThat(descriptor.closeAndTell()).isZero();
    descriptor.close();
    assertThat(posix.count(PosixCall.CLOSE)).isEqualTo(1);
  }

  @Test
  void anInterruptedCloseIsDone() throws Exception {
    Descriptor descriptor = open();
    posix.inject(Fault.of(PosixCall.CLOSE, Errno.EINTR));

    assertThat(descriptor.closeAndTell()).isZero();
    assertThat(posix.count(PosixCall.CLOSE)).isEqualTo(1);
  }

  @Test
  void isNotUsedAfterItWasClosed() throws Exception {
    Descriptor descriptor = open();
    assertThat(descriptor.number()).isNotNegative();
    descriptor.close();

    assertThat(descriptor.isClosed()).isTrue();
    assertThatThrownBy(descriptor::number).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anInterruptedOpenIsTriedAgain() throws Exception {
    posix.inject(Fault.of(PosixCall.OPENAT, Errno.EINTR).times(2));

    open().close();

    assertThat(posix.count(PosixCall.OPENAT)).isEqualTo(3);
  }

  @Test
  void everyOtherErrorOfAnOpenIsThrown() {
    posix.inject(Fault.of(PosixCall.OPENAT, Errno.EMFILE));

    assertThatThrownBy(this::open)
        .isInstanceOf(PosixException.class)
        .hasMessageContaining("openat /: EMFILE");
    assertThat(posix.count(PosixCall.OPENAT)).isEqualTo(1);
  }

  private Descriptor open() throws PosixException {
    return Descriptor.open(posix, Flags.AT_FDCWD, ROOT, Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
  }
}
