package io.holdfast.cli.lab;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.Observation;
import io.holdfast.lab.Outcome;
import java.util.List;
import java.util.Map;

/** Every way in which a case can end. */
public final class SampleLabEvents {

  static final LabEvent SKIPPED = new LabEvent.Skipped("loop/xfs", "needs root: loop devices");
  static final LabEvent BROKEN =
      new LabEvent.Broken("loop/ext4", "mkfs.ext4 answered 1: \033[31mno room");
  static final LabEvent AGREEING =
      new LabEvent.Finished(
          new CaseResult(
              "tmpfs/plain",
              "inconclusive",
              seen(Outcome.INCONCLUSIVE, "file_fsync: accepted, not durable", List.of()),
              List.of()));
  static final LabEvent DIFFERING =
      new LabEvent.Finished(
          new CaseResult(
              "fuse/granted/lease-table",
              "refuted",
              seen(Outcome.QUALIFIED, "", List.of("./left")),
              List.of("expected refuted, observed qualified", "left behind: ./left")));

  public static final List<LabEvent> ALL = List.of(SKIPPED, AGREEING, DIFFERING, BROKEN);

  private SampleLabEvents() {}

  public static LabTally tally() {
    return tally(ALL);
  }

  static LabTally tally(List<LabEvent> events) {
    LabTally tally = new LabTally();
    events.forEach(tally::count);
    return tally;
  }

  private static Observation seen(Outcome outcome, String explanation, List<String> left) {
    return new Observation(
        outcome,
        explanation,
        "tmpfs",
        Map.of("file_fsync", "inconclusive"),
        Map.of("flock", "COHERENT", "ofd", "LOCAL_ONLY"),
        List.of("accepted-not-durable"),
        left,
        1_250_000_000L);
  }
}
