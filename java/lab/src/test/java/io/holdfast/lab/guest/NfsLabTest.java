package io.holdfast.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** NFS that keeps its word between two clients, and NFS that does not. */
@Tag("litmus")
class NfsLabTest {

  private static final Set<String> ASKED = Set.of("nfs/4.2", "nfs/3-nolock");

  private static NfsRun run;

  @BeforeAll
  static void runSome() throws IOException {
    List<NfsCase> some = NfsCases.ALL.stream().filter(how -> ASKED.contains(how.id())).toList();
    assertThat(some).hasSameSizeAs(ASKED);
    run = NfsRun.of(some);
  }

  @TestFactory
  Stream<DynamicTest> expectedIsObserved() {
    return run.expectedIsObserved();
  }
}
