package io.holdfast.lab.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Some cases of one kind of shared storage, asked in one run of the lab. */
final class StorageRun {

  private static final Path EVIDENCE = Path.of("target", "evidence");

  private final List<StorageCase> cases;
  private final Map<String, LabEvent> ends = new LinkedHashMap<>();

  private StorageRun(List<StorageCase> cases) {
    this.cases = cases;
  }

  /** Runs them, and writes what was seen to a file of evidence. */
  static StorageRun of(StorageKind kind, List<StorageCase> cases) throws IOException {
    StorageRun run = new StorageRun(cases);
    new StorageLab(Facilities.here(), kind)
        .run(
            cases,
            event -> {
              if (event.isEnd()) {
                run.ends.put(event.caseId(), event);
              }
            });
    Files.createDirectories(EVIDENCE);
    Files.write(
        EVIDENCE.resolve(kind.id() + ".jsonl"),
        run.ends.values().stream().map(LabLines::write).toList());
    return run;
  }

  /** One test for each; skipped by name where the machine cannot run it. */
  Stream<DynamicTest> expectedIsObserved() {
    return cases.stream().map(how -> DynamicTest.dynamicTest(how.id(), () -> check(how)));
  }

  /** What came of a case; empty where the machine cannot run it. */
  Optional<CaseResult> resultOf(StorageCase how) {
    LabEvent end = ends.get(how.id());
    if (end instanceof LabEvent.Skipped) {
      return Optional.empty();
    }
    assertThat(end).as(how.id()).isInstanceOf(LabEvent.Finished.class);
    return Optional.of(((LabEvent.Finished) end).result());
  }

  private void check(StorageCase how) {
    if (ends.get(how.id()) instanceof LabEvent.Skipped skipped) {
      Assumptions.abort(how.id() + ": " + skipped.reason());
    }
    CaseResult result = resultOf(how).orElseThrow();
    assertThat(result.disagreements())
        .as("%s: observed %s", how.title(), result.observed())
        .isEmpty();
  }
}
