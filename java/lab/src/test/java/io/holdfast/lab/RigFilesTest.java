package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.posix.Platform;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What everybody's jar of native files holds does not depend on libfuse3 where it was built. */
class RigFilesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast-lying-fs",
        "holdfast-strict-memory-fs",
        "holdfast-crash-disk",
        "holdfast-crash-replay"
      })
  void comeWithTheLabAndWithNothingElse(String name) throws IOException {
    String resource = Platform.current().nativeDirectory() + name;
    List<URL> found = Collections.list(getClass().getClassLoader().getResources(resource));
    assumeFalse(found.isEmpty(), name + " was not built: no libfuse3");
    String lab = Lab.class.getProtectionDomain().getCodeSource().getLocation().toString();
    assertThat(found).hasSize(1).allMatch(url -> url.toString().contains(lab));
  }
}
