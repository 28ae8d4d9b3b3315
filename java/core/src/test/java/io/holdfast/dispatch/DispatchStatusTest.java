package io.holdfast.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.DispatchStatus.Beats;
import io.holdfast.dispatch.DispatchStatus.Disk;
import io.holdfast.dispatch.DispatchStatus.Here;
import io.holdfast.dispatch.DispatchStatus.Table;
import io.holdfast.json.CanonicalJson;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The line and the document that others read stay as they are. */
class DispatchStatusTest {

  private static final Here HERE = new Here(1, 2, 3, 4);
  private static final Beats BEATS = new Beats(5, 60, 7, 53, 1);

  private static DispatchStatus running() {
    return new DispatchStatus(
        "alpha",
        Dispatcher.State.RUNNING,
        Optional.empty(),
        OptionalLong.of(3),
        HERE,
        new Table(BEATS, Optional.of(new Disk(9, 2))),
        Optional.of(new Table(new Beats(6, 0, 0, 0, 0), Optional.of(new Disk(8, 0)))));
  }

  private static DispatchStatus ended(String owner, DispatchEnd end) {
    return new DispatchStatus(
        owner,
        Dispatcher.State.STOPPING,
        Optional.of(end),
        OptionalLong.empty(),
        HERE,
        new Table(BEATS, Optional.empty()),
        Optional.empty());
  }

  @Test
  void lineTellsAllThatIsKnownInOneOrder() {
    assertThat(running().toLine())
        .isEqualTo(
            "owner=\"alpha\" state=running generation=3 pending=1 active=2 committing=3 owed=4"
                + " work.disk.leased=9 work.disk.expired=2 work.beats.batches=5"
                + " work.beats.renewals=60 work.beats.syncs=7 work.beats.avoided=53"
                + " work.beats.failures=1 targets.disk.leased=8 targets.disk.expired=0"
                + " targets.beats.batches=6 targets.beats.renewals=0 targets.beats.syncs=0"
                + " targets.beats.avoided=0 targets.beats.failures=0");
  }

  @Test
  void lineLeavesOutWhatIsNotKnownAndStaysOneLine() {
    assertThat(
            ended("a \"b\"\n\u001b[1m", new DispatchEnd.Failed(new IOException("no\r"))).toLine())
        .isEqualTo(
            "owner=\"a \\\"b\\\"\\n\\u001b[1m\" state=stopping end=failed"
                + " reason=\"java.io.IOException: no\\r\""
                + " pending=1 active=2 committing=3 owed=4 work.beats.batches=5"
                + " work.beats.renewals=60 work.beats.syncs=7 work.beats.avoided=53"
                + " work.beats.failures=1");
  }

  @Test
  void documentTellsTheSame() {
    assertThat(CanonicalJson.text(running().toJson()))
        .isEqualTo(
            "{\"generation\":3,"
                + "\"here\":{\"active\":2,\"committing\":3,\"owed\":4,\"pending\":1},"
                + "\"owner\":\"alpha\",\"schema\":\"holdfast-dispatch-status-v1\","
                + "\"state\":\"running\","
                + "\"targets\":{\"beats\":{\"avoided\":0,\"batches\":6,\"failures\":0,"
                + "\"renewals\":0,\"syncs\":0},\"disk\":{\"expired\":0,\"leased\":8}},"
                + "\"work\":{\"beats\":{\"avoided\":53,\"batches\":5,\"failures\":1,"
                + "\"renewals\":60,\"syncs\":7},\"disk\":{\"expired\":2,\"leased\":9}}}");
  }

  @Test
  void everyEndHasItsWordAndItsReason() {
    assertThat(ended("a", new DispatchEnd.Asked()).toLine())
        .contains(" end=asked reason=\"it was asked to\" ");
    assertThat(ended("a", new DispatchEnd.Distrusted("lost in generation 3")).toLine())
        .contains(" end=distrusted reason=\"lost in generation 3\" ");
    assertThat(CanonicalJson.text(ended("a", new DispatchEnd.SessionLost("dead")).toJson()))
        .contains("\"end\":\"session-lost\"", "\"reason\":\"dead\"")
        .doesNotContain("disk", "targets", "generation");
  }
}
