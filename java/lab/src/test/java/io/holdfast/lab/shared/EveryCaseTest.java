package io.holdfast.lab.shared;

import io.holdfast.lab.ClientsTable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every way to mount what two clients share: expected beside observed. */
@Tag("litmus-full")
class EveryCaseTest {

  private static final Map<StorageKind, StorageRun> RUNS = new EnumMap<>(StorageKind.class);

  @BeforeAll
  static void runAll() throws IOException {
    for (StorageKind kind : StorageKind.values()) {
      RUNS.put(kind, StorageRun.of(kind, kind.cases()));
    }
  }

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() {
    return RUNS.values().stream().flatMap(StorageRun::expectedIsObserved);
  }

  /** What is documented is what was seen; verdicts are compared, words and times are not. */
  @Test
  void theDocumentedTableIsWhatWasSeen() throws IOException {
    ClientsTable seen = new ClientsTable();
    RUNS.forEach(
        (kind, run) ->
            kind.cases()
                .forEach(
                    how ->
                        run.resultOf(how)
                            .ifPresentOrElse(
                                result -> seen.add(how, result.observed()),
                                () -> seen.addUnseen(how))));
    seen.assertDocumented();
  }
}
