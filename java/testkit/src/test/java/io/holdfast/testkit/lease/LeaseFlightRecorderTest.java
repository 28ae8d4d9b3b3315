package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording tells of leases. */
class LeaseFlightRecorderTest {

  private static final RawPath ROOT = RawPath.of("/d");

  private interface Use {
    void of(LeaseArena arena) throws Exception;
  }

  @TempDir private Path scratch;

  @Test
  void aClaimIsRecordedWithItsAnswer() throws Exception {
    List<RecordedEvent> events =
        record(
            "Claim",
            arena -> {
              arena.open("alpha").take(id(1));
              arena.open("beta").claim(id(1));
            });

    assertThat(events)
        .extracting(event -> event.getString("answer"))
        .containsExactly("Claimed", "Held");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.getString("id")).isEqualTo(id(1).hex());
              assertThat(event.getInt("members")).isEqualTo(1);
            });
  }

  @Test
  void aHeartbeatIsRecordedWithWhatItRenewed() throws Exception {
    List<RecordedEvent> events =
        record(
            "Heartbeat",
            arena -> {
              Coordinator a = arena.open("alpha");
              Lease lease = a.take(id(1));
              LeaseToken stale = new LeaseToken("of nobody");
              a.table().heartbeatMany(Map.of(id(1), lease.token(), id(2), stale));
            });

    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getInt("asked")).isEqualTo(2);
              assertThat(event.getInt("renewed")).isEqualTo(1);
              assertThat(event.getInt("directorySyncs")).isZero();
              assertThat(event.getBoolean("failed")).isFalse();
            });
  }

  @Test
  void whatEndsInAnExceptionIsRecordedAsThat() throws Exception {
    List<RecordedEvent> events =
        record(
            "Claim",
            arena -> {
              Coordinator a = arena.open("alpha");
              a.fail(Fault.of(PosixCall.PWRITE, Errno.ENOSPC));
              assertThatThrownBy(() -> a.claim(id(1)))
                  .isInstanceOf(DurabilityUnknownException.class);
            });

    assertThat(events).extracting(event -> event.getString("answer")).containsExactly("Exception");
  }

  @Test
  void anUpdateLockThatWasWaitedForIsRecordedAndOneThatWasFreeIsNot() throws Exception {
    List<RecordedEvent> events =
        record(
            "LockWait",
            Protocol.MKDIR,
            arena -> {
              Coordinator a = arena.open("alpha");
              a.take(id(1));
              byte[] lock = ROOT.resolve(RawPath.of(LeaseArena.lock(id(1)))).bytes();
              assertThat(arena.hand().mkdirat(Flags.AT_FDCWD, lock, 0700)).isZero();
              assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);
              a.meanwhile()
                  .before(
                      PosixCall.MKDIRAT,
                      call -> true,
                      () ->
                          a.meanwhile()
                              .before(PosixCall.MKDIRAT, call -> true, () -> remove(arena, lock)));
              assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
            });

    assertThat(events)
        .extracting(event -> event.getBoolean("taken"))
        .as("one that stayed busy, one that was had at the second try")
        .containsExactly(false, true);
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.getString("id")).isEqualTo(id(1).hex());
              assertThat(event.getString("protocol")).isEqualTo("MKDIR");
            });
    assertThat(events.get(0).getInt("tries")).isGreaterThan(2);
    assertThat(events.get(1).getInt("tries")).isEqualTo(2);
  }

  private static void remove(LeaseArena arena, byte[] lock) {
    int flags = Flags.AT_REMOVEDIR;
    assertThat(arena.hand().unlinkat(Flags.AT_FDCWD, lock, flags)).isZero();
  }

  private List<RecordedEvent> record(String event, Use use) throws Exception {
    return record(event, Protocol.FENCE, use);
  }

  /** The events of one type that a fresh table causes, in order. */
  private List<RecordedEvent> record(String event, Protocol protocol, Use use) throws Exception {
    String type = "io.holdfast." + event;
    SimDisk disk = SimDisk.create();
    assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    LeaseArena arena = new LeaseArena(disk::newProcess, ROOT, DurableOptions.defaults(), protocol);
    Path file = scratch.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(type).withoutThreshold();
      recording.start();
      use.of(arena);
      recording.stop();
      recording.dump(file);
    } finally {
      arena.closeAll();
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(recorded -> recorded.getEventType().getName().equals(type))
        .toList();
  }
}
