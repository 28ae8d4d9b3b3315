package io.holdfast.testkit.decorator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RecordingPosixTest {

  private final Invocations below = new Invocations();
  private final RecordingPosix recording = new RecordingPosix(below.posix);

  @Test
  void printsAsPeopleReadTraces() {
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL;
    recording.openat(5, "re\nc".getBytes(UTF_8), flags, 0600);
    recording.pwrite(77, "hello".getBytes(UTF_8), 0, 5, 0);
    recording.fsync(77);
    recording.flock(77, Flags.LOCK_EX | Flags.LOCK_NB);
    recording.close(77);

    assertThat(recording.trace().toString())
        .isEqualTo(
            """
            openat(5, "re\\x0ac", O_RDWR|O_CREAT|O_EXCL, 0600) = 77
            pwrite(77, "hello", 5, 0) = 77  [re\\x0ac]
            fsync(77) = 77  [re\\x0ac]
            flock(77, LOCK_EX|LOCK_NB) = 77  [re\\x0ac]
            close(77) = 77  [re\\x0ac]\
            """);
  }

  @Test
  void printsAFailureWithItsSymbol() {
    RecordingPosix failing =
        new RecordingPosix(
            new FaultPosix(below.posix)
                .inject(Fault.of(PosixCall.FSYNC, io.holdfast.posix.Errno.EIO)));

    failing.fsync(4);

    assertThat(failing.trace()).singleElement().hasToString("fsync(4) = -EIO (5)");
  }

  @Test
  void aTraceCanBeFilteredAndIsAValue() {
    recording.fsync(3);
    recording.unlinkat(3, new byte[] {'a'}, 0);
    Trace before = recording.trace();
    recording.fsync(4);

    assertThat(before.kinds()).containsExactly(PosixCall.FSYNC, PosixCall.UNLINKAT);
    assertThat(recording.trace().only(PosixCall.FSYNC).size()).isEqualTo(2);
    assertThat(recording.trace().where(line -> line.call().descriptor() == 4).kinds())
        .containsExactly(PosixCall.FSYNC);
  }

  @Test
  void aClosedDescriptorLosesItsName() {
    recording.openat(5, new byte[] {'a'}, 0, 0);
    recording.close(77);
    recording.fsync(77);

    assertThat(recording.trace().only(PosixCall.FSYNC).calls().get(0).subject()).isNull();
  }

  @Test
  void keepsTheHeadOfALongPayload() {
    recording.write(3, new byte[5000], 0, 5000);

    Payload payload = (Payload) recording.trace().calls().get(0).call().arguments().get(1);
    assertThat(payload.length()).isEqualTo(5000);
    assertThat(payload.head().bytes()).hasSize(Payload.HEAD_LIMIT);
  }

  @Test
  void tellsWhichCallHadEndedBeforeAnotherBegan() {
    recording.fsync(3);
    recording.renameat2(3, new byte[] {'a'}, 3, new byte[] {'b'}, 0);
    List<RecordedCall> calls = recording.trace().calls();

    assertThat(calls.get(0).endedBefore(calls.get(1))).isTrue();
    assertThat(calls.get(1).endedBefore(calls.get(0))).isFalse();
  }

  @Test
  void losesNoCallOfManyThreads() throws InterruptedException {
    int threads = 4;
    int each = 500;
    CountDownLatch start = new CountDownLatch(1);
    RecordingPosix shared =
        new RecordingPosix(
            new DelegatingPosix(below.posix) {
              @Override
              public int fsync(int fd) {
                return 0;
              }
            });
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Thread thread = new Thread(() -> callWhenStarted(start, shared, each));
      thread.start();
      running.add(thread);
    }
    start.countDown();
    for (Thread thread : running) {
      thread.join();
    }

    Trace trace = shared.trace();
    assertThat(trace.size()).isEqualTo(threads * each);
    assertThat(trace.stream().mapToLong(RecordedCall::ended)).isSorted();
  }

  private static void callWhenStarted(CountDownLatch start, RecordingPosix shared, int times) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < times; i++) {
      shared.fsync(i);
    }
  }
}
