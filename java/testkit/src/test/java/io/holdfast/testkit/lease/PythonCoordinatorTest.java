package io.holdfast.testkit.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The coordinator in Python keeps its own tests, the golden records of both sides among them. */
class PythonCoordinatorTest {

  private static final Path DIRECTORY = Path.of("python");

  @Test
  @Timeout(120)
  void theTestsOfTheCoordinatorInPythonPass() throws Exception {
    assumeTrue(answers("python3", "--version"), "no python3");
    ProcessBuilder python =
        new ProcessBuilder("python3", "-B", "-W", "error", "-m", "unittest")
            .directory(DIRECTORY.toFile())
            .redirectErrorStream(true);

    Process tests = python.start();

    String said = new String(tests.getInputStream().readAllBytes(), UTF_8);
    assertThat(tests.waitFor()).as(said).isZero();
    assertThat(said).containsPattern("Ran \\d\\d tests");
  }

  private static boolean answers(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
