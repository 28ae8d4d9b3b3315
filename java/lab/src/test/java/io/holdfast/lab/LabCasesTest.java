package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every case of the lab on this machine: expected beside observed. */
class LabCasesTest {

  private static final int LANES = 2;

  private static final Map<String, LabEvent> ENDS = new ConcurrentHashMap<>();

  /** Two processes share the cases; each raises one rig after the other. */
  @BeforeAll
  static void runAll() throws Exception {
    Lab lab = new Lab(Facilities.here());
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try {
      List<Callable<Void>> runs = new ArrayList<>();
      for (List<LabCase> lane : lanes(LabCases.ALL)) {
        runs.add(() -> run(lab, lane));
      }
      for (Future<Void> done : lanes.invokeAll(runs)) {
        done.get();
      }
    } finally {
      lanes.shutdownNow();
    }
    Evidence.write(LabCases.ALL.stream().map(labCase -> ENDS.get(labCase.id())).toList());
  }

  private static Void run(Lab lab, List<LabCase> cases) throws IOException {
    lab.run(
        cases,
        event -> {
          if (event.isEnd()) {
            ENDS.put(event.caseId(), event);
          }
        });
    return null;
  }

  private static List<List<LabCase>> lanes(List<LabCase> cases) {
    List<List<LabCase>> lanes = new ArrayList<>();
    for (int lane = 0; lane < LANES; lane++) {
      lanes.add(new ArrayList<>());
    }
    for (int i = 0; i < cases.size(); i++) {
      lanes.get(i % LANES).add(cases.get(i));
    }
    return lanes;
  }

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() {
    return LabCases.ALL.stream()
        .map(labCase -> DynamicTest.dynamicTest(labCase.id(), () -> check(labCase)));
  }

  private static void check(LabCase labCase) {
    LabEvent end = ENDS.get(labCase.id());
    if (end instanceof LabEvent.Skipped skipped) {
      Assumptions.abort(labCase.id() + ": " + skipped.reason());
    } else if (end instanceof LabEvent.Finished finished) {
      assertThat(finished.result().disagreements())
          .as(
              "%s: expected %s; observed %s",
              labCase.title(), labCase.expected().inWords(), brief(finished.result().observed()))
          .isEmpty();
    } else {
      fail(labCase.title() + " could not be run: " + end);
    }
  }

  private static String brief(Observation seen) {
    return seen.outcome().word() + " " + seen.explanation() + " " + seen.answers() + seen.locks();
  }

  /** What is documented is what was seen; verdicts are compared, times and kernels are not. */
  @Test
  void theDocumentedTableIsWhatWasSeen() throws IOException {
    FileSystemsTable seen = FileSystemsTable.of(LabCases.ALL, ENDS);
    if (Boolean.getBoolean(FileSystemsTable.WRITE_PROPERTY)) {
      seen.writeTo(FileSystemsTable.DOCUMENT);
    }
    FileSystemsTable documented = FileSystemsTable.readFrom(FileSystemsTable.DOCUMENT);
    assertThat(documented.differencesFrom(seen))
        .as(
            "%s; to write it anew: -D%s=true",
            FileSystemsTable.DOCUMENT, FileSystemsTable.WRITE_PROPERTY)
        .isEmpty();
  }

  @Test
  void idsAreUniqueAndEveryGroupHasCases() {
    assertThat(LabCases.ALL).extracting(LabCase::id).doesNotHaveDuplicates();
    for (String group : LabCases.GROUPS) {
      assertThat(LabCases.ofGroup(group)).as(group).isNotEmpty();
    }
    assertThat(LabCases.ALL).allMatch(labCase -> LabCases.GROUPS.contains(labCase.group()));
  }
}
