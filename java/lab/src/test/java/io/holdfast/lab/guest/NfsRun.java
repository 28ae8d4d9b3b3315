package io.holdfast.lab.guest;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Some ways to mount NFS between two clients, asked in one run of the lab. */
final class NfsRun {

  private static final Path EVIDENCE = Path.of("target", "evidence");

  private final List<NfsCase> cases;
  private final List<LabEvent> ends = new ArrayList<>();

  private NfsRun(List<NfsCase> cases) {
    this.cases = cases;
  }

  /** Runs them; skips the tests by name where guests cannot be had. */
  static NfsRun of(List<NfsCase> cases) throws IOException {
    NfsLab lab = new NfsLab(Facilities.here());
    lab.unavailabilityReason().ifPresent(Assumptions::abort);
    NfsRun run = new NfsRun(cases);
    lab.run(
        cases,
        event -> {
          if (!(event instanceof LabEvent.RigUp)) {
            run.ends.add(event);
          }
        });
    Files.createDirectories(EVIDENCE);
    Files.write(EVIDENCE.resolve("nfs.jsonl"), run.ends.stream().map(LabLines::write).toList());
    return run;
  }

  /** One test for each. */
  Stream<DynamicTest> expectedIsObserved() {
    return cases.stream().map(how -> DynamicTest.dynamicTest(how.id(), () -> check(how)));
  }

  CaseResult resultOf(NfsCase how) {
    LabEvent end =
        ends.stream().filter(event -> event.caseId().equals(how.id())).findFirst().orElseThrow();
    assertThat(end).isInstanceOf(LabEvent.Finished.class);
    return ((LabEvent.Finished) end).result();
  }

  private void check(NfsCase how) {
    CaseResult result = resultOf(how);
    assertThat(result.disagreements())
        .as("%s: observed %s", how.title(), result.observed())
        .isEmpty();
  }
}
