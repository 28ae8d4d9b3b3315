package io.holdfast.lab.guest;

import io.holdfast.lab.ClientsTable;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every way to mount NFS between two clients: expected beside observed. */
@Tag("litmus-full")
class EveryNfsCaseTest {

  private static NfsRun run;

  @BeforeAll
  static void runAll() throws IOException {
    run = NfsRun.of(NfsCases.ALL);
  }

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() {
    return run.expectedIsObserved();
  }

  /** What is documented is what was seen; verdicts are compared, words and times are not. */
  @Test
  void theDocumentedTableIsWhatWasSeen() throws IOException {
    ClientsTable seen = new ClientsTable();
    NfsCases.ALL.forEach(how -> seen.add(how, run.resultOf(how).observed()));
    seen.assertDocumented();
  }
}
