package io.holdfast.testkit.decorator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPosixTest {

  private static final byte[] NAME = {'n'};

  private final Invocations below = new Invocations();
  private final FaultPosix faulty = new FaultPosix(below.posix);

  @Test
  void failsTheNthCallOnce() {
    faulty.inject(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(3));

    assertThat(fsyncs(5)).containsExactly(77, 77, Errno.EIO.asResult(), 77, 77);
    assertThat(below.reached).hasSize(4);
  }

  @Test
  void failsForEverFromTheNthCallOn() {
    faulty.inject(Fault.of(PosixCall.FSYNC, Errno.ENOSPC).onCall(2).forEver());

    assertThat(fsyncs(4)).containsExactly(77, -28, -28, -28);
  }

  @Test
  void failsAsOftenAsAsked() {
    faulty.inject(Fault.of(PosixCall.FSYNC, Errno.EINTR).times(2));

    assertThat(fsyncs(3)).containsExactly(-4, -4, 77);
  }

  @Test
  void countsOnlyCallsThatThePredicateAccepts() {
    faulty.inject(
        Fault.of(PosixCall.UNLINKAT, Errno.EIO).where(call -> call.hasName("n")).onCall(2));

    assertThat(faulty.unlinkat(3, new byte[] {'m'}, 0)).isEqualTo(77);
    assertThat(faulty.unlinkat(3, NAME, 0)).isEqualTo(77);
    assertThat(faulty.unlinkat(3, new byte[] {'m'}, 0)).isEqualTo(77);
    assertThat(faulty.unlinkat(3, NAME, 0)).isEqualTo(-5);
  }

  @Test
  void closesWhatAFailedOpenHadOpened() {
    faulty.inject(Fault.of(PosixCall.OPENAT, Errno.EINTR).afterwards());

    assertThat(faulty.openat(3, NAME, Flags.O_RDWR, 0)).isEqualTo(-4);

    assertThat(below.reached.stream().map(r -> r.method().getName()))
        .containsExactly("openat", "close");
    assertThat(below.reached.get(1).arguments()).containsExactly(Invocations.ANSWER);
  }

  @Test
  void closesTheDescriptorThoughCloseFails() {
    faulty.inject(Fault.of(PosixCall.CLOSE, Errno.EIO));

    assertThat(faulty.close(9)).isEqualTo(-5);

    assertThat(below.reached).singleElement().returns("close", r -> r.method().getName());
  }

  @Test
  void cutsTheNthTransfer() {
    faulty.cut(PosixCall.PWRITE, 2, 1);

    faulty.pwrite(3, new byte[8], 0, 8, 0);
    faulty.pwrite(3, new byte[8], 0, 8, 0);

    assertThat(below.reached.stream().map(r -> r.arguments().get(3))).containsExactly(8, 1);
  }

  @Test
  void cutsEveryTransferBySeedAndNeverToNothing() {
    faulty.cutAll(5);

    for (int i = 0; i < 200; i++) {
      faulty.read(3, new byte[9], 0, 9);
    }

    assertThat(below.reached.stream().map(r -> (Integer) r.arguments().get(3)).distinct())
        .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void refusesToCutWhatIsNoTransfer() {
    assertThatThrownBy(() -> faulty.cut(PosixCall.FSYNC, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSeedRepeatsItsFaults() {
    List<Integer> first = randomFsyncs(42);

    assertThat(randomFsyncs(42)).isEqualTo(first);
    assertThat(randomFsyncs(43)).isNotEqualTo(first);
    assertThat(first).contains(77, -5, -28);
  }

  @Test
  void healingLiftsEveryFault() {
    faulty.inject(Fault.of(PosixCall.FSYNC, Errno.EIO).forEver()).cutAll(1);

    faulty.heal();

    assertThat(fsyncs(2)).containsExactly(77, 77);
  }

  private List<Integer> randomFsyncs(long seed) {
    FaultPosix random =
        new FaultPosix(below.posix)
            .injectAtRandom(
                new RandomFaults(
                    seed, 3, EnumSet.of(PosixCall.FSYNC), List.of(Errno.EIO, Errno.ENOSPC), true));
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      answers.add(random.fsync(3));
    }
    return answers;
  }

  private List<Integer> fsyncs(int count) {
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(faulty.fsync(3));
    }
    return answers;
  }
}
