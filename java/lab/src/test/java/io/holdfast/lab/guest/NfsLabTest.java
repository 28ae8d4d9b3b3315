package io.holdfast.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.CaseResult;
import io.holdfast.lab.ClientsTable;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every way to mount NFS between two clients: expected beside observed. */
@Tag("litmus")
class NfsLabTest {

  private static final Path EVIDENCE = Path.of("target", "evidence");
  private static final List<LabEvent> ENDS = new ArrayList<>();

  @BeforeAll
  static void runAll() throws IOException {
    NfsLab lab = new NfsLab(Facilities.here());
    lab.unavailabilityReason().ifPresent(Assumptions::abort);
    lab.run(
        NfsCases.ALL,
        event -> {
          if (!(event instanceof LabEvent.RigUp)) {
            ENDS.add(event);
          }
        });
    Files.createDirectories(EVIDENCE);
    Files.write(EVIDENCE.resolve("nfs.jsonl"), ENDS.stream().map(LabLines::write).toList());
  }

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() {
    return NfsCases.ALL.stream().map(how -> DynamicTest.dynamicTest(how.id(), () -> check(how)));
  }

  private static void check(NfsCase how) {
    CaseResult result = resultOf(how);
    assertThat(result.disagreements())
        .as("%s: observed %s", how.title(), result.observed())
        .isEmpty();
  }

  /** What is documented is what was seen; verdicts are compared, words and times are not. */
  @Test
  void theDocumentedTableIsWhatWasSeen() throws IOException {
    ClientsTable seen = new ClientsTable();
    NfsCases.ALL.forEach(how -> seen.add(how, resultOf(how).observed()));
    seen.assertDocumented();
  }

  private static CaseResult resultOf(NfsCase how) {
    LabEvent end =
        ENDS.stream().filter(event -> event.caseId().equals(how.id())).findFirst().orElseThrow();
    assertThat(end).isInstanceOf(LabEvent.Finished.class);
    return ((LabEvent.Finished) end).result();
  }
}
