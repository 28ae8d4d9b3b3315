package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.shared.RenewalCase;
import io.holdfast.lab.shared.RenewalLab;
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

/** 'holdfast watch' in two guests: healthy it goes on, and without its storage it fails closed. */
@Tag("litmus-full")
class LabRenewalTest {

  private static final Path EVIDENCE = Path.of("target", "evidence");

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() throws IOException {
    RenewalLab lab = new RenewalLab(Facilities.here(), Main.class);
    lab.unavailabilityReason().ifPresent(Assumptions::abort);
    Map<String, LabEvent> ends = new LinkedHashMap<>();
    lab.run(
        RenewalCase.ALL,
        event -> {
          if (event.isEnd()) {
            ends.put(event.caseId(), event);
          }
        });
    Files.createDirectories(EVIDENCE);
    Files.write(
        EVIDENCE.resolve("renewal.jsonl"), ends.values().stream().map(LabLines::write).toList());
    return RenewalCase.ALL.stream()
        .map(how -> DynamicTest.dynamicTest(how.id(), () -> check(ends.get(how.id()))));
  }

  private static void check(LabEvent end) {
    assertThat(end).isInstanceOf(LabEvent.Finished.class);
    CaseResult result = ((LabEvent.Finished) end).result();
    assertThat(result.disagreements()).as("observed %s", result.observed()).isEmpty();
  }
}
