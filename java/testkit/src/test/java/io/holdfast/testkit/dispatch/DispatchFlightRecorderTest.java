package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.dispatch.Job;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.sim.SimDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording tells of a dispatcher. */
class DispatchFlightRecorderTest {

  private static final JsonObject OUTPUT = new JsonObject(Map.of("output", new JsonString("x")));

  @TempDir private Path scratch;

  private static Job job(String input) {
    return Job.of(new JsonObject(Map.of("seed", new JsonString(input))));
  }

  @Test
  void eachSearchIsRecordedWithItsCounts() throws Exception {
    List<RecordedEvent> events = record("Fill");

    assertThat(events.get(0).getInt("wanted")).isEqualTo(2);
    assertThat(events.get(0).getLong("proposals")).isEqualTo(2);
    assertThat(events.get(0).getLong("admitted")).isEqualTo(2);
    assertThat(events.get(0).getLong("conflicts")).isZero();
    assertThat(events.get(0).getBoolean("failed")).isFalse();
  }

  @Test
  void eachRowIsRecordedWithHowItEnded() throws Exception {
    assertThat(record("Row"))
        .extracting(
            event -> event.getString("lane"),
            event -> event.getString("key"),
            event -> event.getString("ending"),
            event -> event.getString("step"),
            event -> event.getString("reason"),
            event -> event.getString("targets"))
        .containsExactly(
            tuple("wishes", "done", "DONE_ELSEWHERE", "EXACT_WORK", "it is done", ""),
            tuple("wishes", "open", "COMMITTED", "", "", "free"));
  }

  /**
   * The events of one type that a dispatcher causes with a job that is done and one that is not.
   */
  private List<RecordedEvent> record(String event) throws Exception {
    String type = "io.holdfast." + event;
    SimDisk disk = SimDisk.create();
    for (String name : List.of("/d", "/d/work", "/d/targets")) {
      byte[] path = name.getBytes(StandardCharsets.US_ASCII);
      assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, path, 0700)).isZero();
    }
    Path file = scratch.resolve("recording.jfr");
    Seat seat = new Seat(disk.newProcess(), DurableOptions.defaults(), 1);
    RawPath work = RawPath.of("/d/work");
    RawPath targets = RawPath.of("/d/targets");
    try (DispatchSeat a =
            new DispatchSeat("alpha", seat, work, targets, 2, limits -> limits, DispatchFlaw.NONE);
        Recording recording = new Recording()) {
      complete(a, job("done"));
      a.wishes().offer("done", job("done"));
      a.wishes().offer("open", job("open"));
      recording.enable(type).withoutThreshold();
      recording.start();
      a.turn();
      a.workers().working().keySet().forEach(worker -> a.workers().finish(worker, OUTPUT));
      a.turn();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(recorded -> recorded.getEventType().getName().equals(type))
        .toList();
  }

  private static void complete(DispatchSeat seat, Job job) throws Exception {
    ClaimAnswer.Claimed claimed =
        (ClaimAnswer.Claimed)
            seat.work().claim(job.id(), job.payload(), new Claimant("stranger", 0));
    seat.work().completeOnce(job.id(), claimed.lease().token());
  }
}
