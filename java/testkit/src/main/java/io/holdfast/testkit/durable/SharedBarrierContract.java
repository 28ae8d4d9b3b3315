package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableCounters;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that change one directory share its barriers, and never one that started too early. */
@Timeout(60)
interface SharedBarrierContract extends DurableGround {

  /** How many threads come while a barrier is under way. */
  int LATECOMERS = 4;

  @Test
  default void whoComesWhileABarrierRunsWaitsForTheNextAndAllShareIt() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Running first = replaceInABlockedBarrier(release);
    List<Running> late = startLatecomers();

    assertThat(arena().directorySyncs(arena().root()).size()).as("none joined").isZero();
    release.countDown();
    first.succeeds();
    for (Running one : late) {
      one.succeeds();
    }

    List<RecordedCall> syncs = arena().directorySyncs(arena().root()).calls();
    assertThat(syncs).hasSize(2);
    for (RecordedCall rename : arena().trace().only(PosixCall.RENAMEAT2)) {
      boolean covered = syncs.stream().anyMatch(rename::endedBefore);
      assertThat(covered).as("a barrier began after " + rename).isTrue();
    }
    DurableCounters.Snapshot counters = arena().durable().counters().snapshot();
    assertThat(counters.directorySyncs()).isEqualTo(2);
    assertThat(counters.directorySyncsAvoided()).isEqualTo(LATECOMERS - 1);
  }

  @Test
  default void anErrorFailsAllThatWaited() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Running first = replaceInABlockedBarrier(release);
    List<Running> late = startLatecomers();
    arena()
        .fail(
            Fault.of(PosixCall.FSYNC, Errno.EIO)
                .where(call -> call.descriptor() == arena().root().fd()));

    release.countDown();

    // The first barrier was asked for before the fault and may be acknowledged before the poison.
    first.outcome();
    for (Running one : late) {
      assertThat(one.outcome()).isInstanceOf(DurabilityUnknownException.class);
    }
    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(2);
    Verdicts.poisoned(() -> replace("later"));
  }

  @Test
  default void interruptionIsNotLookedAtAndStays() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Running first = replaceInABlockedBarrier(release);
    Running waiting = new Running(() -> replace("waiting"));
    waiting.awaitWaiting();

    waiting.thread.interrupt();
    first.thread.interrupt();
    release.countDown();

    first.succeeds();
    waiting.succeeds();
    assertThat(first.interrupted && waiting.interrupted).isTrue();
    assertThat(arena().names(arena().root())).containsExactly("first", "waiting");
  }

  private Running replaceInABlockedBarrier(CountDownLatch release) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    arena()
        .meanwhile()
        .before(
            PosixCall.FSYNC,
            call -> call.descriptor() == arena().root().fd(),
            () -> {
              running.countDown();
              awaitUninterruptibly(release);
            });
    Running first = new Running(() -> replace("first"));
    running.await();
    return first;
  }

  private List<Running> startLatecomers() {
    List<Running> late = new ArrayList<>();
    for (int i = 0; i < LATECOMERS; i++) {
      String name = "late" + i;
      late.add(new Running(() -> replace(name)));
    }
    late.forEach(Running::awaitWaiting);
    return late;
  }

  private Void replace(String name) throws Exception {
    arena().durable().replace(arena().root(), name(name), bytes("content"));
    return null;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A verb on a thread of its own. */
  final class Running {

    private static final long POLL_NANOS = 100_000;

    final Thread thread;
    private final FutureTask<@Nullable Void> task;
    private volatile boolean interrupted;

    Running(Callable<@Nullable Void> verb) {
      task =
          new FutureTask<>(
              () -> {
                try {
                  return verb.call();
                } finally {
                  interrupted = Thread.currentThread().isInterrupted();
                }
              });
      thread = new Thread(task, "verb");
      thread.setDaemon(true);
      thread.start();
    }

    /** Until the thread waits for somebody else's barrier. */
    void awaitWaiting() {
      while (thread.getState() != Thread.State.WAITING || !waitsOfItself()) {
        if (task.isDone()) {
          throw new AssertionError("the verb did not wait");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }

    /** Storage may have locks as well, at which a thread waits for a moment. */
    private boolean waitsOfItself() {
      return Arrays.stream(thread.getStackTrace())
          .map(StackTraceElement::getClassName)
          .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
          .findFirst()
          .filter(name -> name.startsWith("io.holdfast.durable."))
          .isPresent();
    }

    void succeeds() throws Exception {
      task.get();
    }

    @Nullable Throwable outcome() {
      Throwable thrown = catchThrowable(task::get);
      return thrown == null ? null : thrown.getCause();
    }
  }
}
