package io.holdfast.lab.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that is cut off while it holds something: expected beside observed. */
@Tag("litmus-full")
class CutLabTest {

  private static final Path EVIDENCE = Path.of("target", "evidence");

  /** The others are for who asks for them: each takes a minute. */
  @ParameterizedTest
  @EnumSource(
      names = {"GLUSTER_FLOCK", "GLUSTER_FENCE_UNDER_WAY", "GLUSTER_UPDATE_LOCK", "CEPH_FLOCK"})
  void expectedIsObserved(CutCase how) throws IOException {
    CutLab lab = new CutLab(Facilities.here());
    lab.unavailabilityReason(how).ifPresent(Assumptions::abort);

    List<LabEvent> told = new ArrayList<>();
    lab.run(List.of(how), told::add);

    Files.createDirectories(EVIDENCE);
    Files.write(
        EVIDENCE.resolve("long-" + how.shortId() + ".jsonl"),
        told.stream().map(LabLines::write).toList());
    LabEvent end = told.get(told.size() - 1);
    assertThat(end).isInstanceOf(LabEvent.Finished.class);
    CaseResult result = ((LabEvent.Finished) end).result();
    assertThat(result.disagreements()).as("observed %s", result.observed()).isEmpty();
  }
}
