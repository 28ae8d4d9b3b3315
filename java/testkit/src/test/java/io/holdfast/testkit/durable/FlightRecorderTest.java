package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording tells of the verbs. */
class FlightRecorderTest {

  private interface Verbs {
    void run(DurableArena arena) throws Exception;
  }

  @TempDir private Path scratch;

  @Test
  void aDirectoryBarrierIsRecordedWithItsReasonAndForm() throws Exception {
    List<RecordedEvent> events =
        record(
            "Barrier",
            arena -> {
              arena.durable().replace(arena.root(), name("record"), bytes("content"));
              arena.durable().remove(arena.root(), name("record"));
            });

    assertThat(events)
        .extracting(event -> event.getString("reason"))
        .containsExactly("REPLACE", "REMOVE");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.getString("form")).isEqualTo("FSYNC");
              assertThat(event.getString("directory")).isEqualTo("directory /d");
              assertThat(event.getString("failure")).isEmpty();
              assertThat(event.getDuration()).isPositive();
            });
  }

  @Test
  void aBatchRecordsOneContentBarrierForEachRecordAndOneBarrier() throws Exception {
    Verbs batch =
        arena -> {
          try (DirectoryBarrierBatch open = arena.durable().batch(BarrierReason.BATCH)) {
            open.replace(arena.root(), name("one"), bytes("content"));
            open.replace(arena.root(), name("two"), bytes("content"));
            open.flush();
          }
        };

    assertThat(record("Staged", batch))
        .allSatisfy(event -> assertThat(event.getString("failure")).isEmpty())
        .extracting(event -> event.getString("target"))
        .containsExactlyInAnyOrder("one", "two");
    assertThat(record("Barrier", batch))
        .extracting(event -> event.getString("reason"))
        .containsExactly("BATCH");
  }

  @Test
  void aFailedContentBarrierIsRecordedWithItsErrno() throws Exception {
    List<RecordedEvent> events =
        record(
            "Staged",
            arena -> {
              arena.fail(Fault.of(PosixCall.FSYNC, Errno.EIO));
              Verdicts.refused(
                  () -> arena.durable().replace(arena.root(), name("record"), bytes("content")),
                  Errno.EIO);
            });

    assertThat(events).extracting(event -> event.getString("failure")).containsExactly("EIO");
  }

  @Test
  void aFailedDirectoryBarrierIsRecordedAndPoisonsOnce() throws Exception {
    Verbs twice =
        arena -> {
          arena.fail(
              Fault.of(PosixCall.FSYNC, Errno.EIO)
                  .where(call -> call.descriptor() == arena.root().fd()));
          Verdicts.unknown(
              () -> arena.durable().replace(arena.root(), name("record"), bytes("content")));
          Verdicts.poisoned(() -> arena.durable().remove(arena.root(), name("record")));
        };

    assertThat(record("Barrier", twice))
        .singleElement()
        .satisfies(event -> assertThat(event.getString("failure")).contains("EIO"));
    assertThat(record("Poisoned", twice))
        .singleElement()
        .satisfies(event -> assertThat(event.getString("cause")).contains("fsync").contains("EIO"));
  }

  /** The events of one type that verbs on a fresh simulated disk cause, in order. */
  private List<RecordedEvent> record(String event, Verbs verbs) throws Exception {
    String type = "io.holdfast." + event;
    Path file = scratch.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(type).withoutThreshold();
      recording.start();
      verbs.run(arena());
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(recorded -> recorded.getEventType().getName().equals(type))
        .toList();
  }

  private static DurableArena arena() throws PosixException {
    SimPosix posix = SimDisk.create(SimCapabilities.full()).newProcess();
    RawPath path = RawPath.of("/d");
    PosixException.check(posix.mkdirat(Flags.AT_FDCWD, path.bytes(), 0700), "mkdirat");
    return new DurableArena(posix, path);
  }
}
