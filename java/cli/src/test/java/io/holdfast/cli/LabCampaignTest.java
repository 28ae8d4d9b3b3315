package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.shared.CampaignCase;
import io.holdfast.lab.shared.CampaignLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A campaign on NFS 4.2 whose coordinators run in two guests: everything is done once. */
@Tag("campaign")
class LabCampaignTest {

  private static final Path EVIDENCE = Path.of("target", "evidence");

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() throws IOException {
    CampaignLab lab = new CampaignLab(Facilities.here(), Main.class);
    lab.unavailabilityReason().ifPresent(Assumptions::abort);
    Map<String, LabEvent> ends = new LinkedHashMap<>();
    lab.run(
        CampaignCase.ALL,
        event -> {
          if (event.isEnd()) {
            ends.put(event.caseId(), event);
          }
        });
    Files.createDirectories(EVIDENCE);
    Files.write(
        EVIDENCE.resolve("campaign.jsonl"), ends.values().stream().map(LabLines::write).toList());
    return CampaignCase.ALL.stream()
        .map(how -> DynamicTest.dynamicTest(how.id(), () -> check(ends.get(how.id()))));
  }

  private static void check(LabEvent end) {
    assertThat(end).isInstanceOf(LabEvent.Finished.class);
    CaseResult result = ((LabEvent.Finished) end).result();
    assertThat(result.disagreements()).as("observed %s", result.observed()).isEmpty();
  }
}
