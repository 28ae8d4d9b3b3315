package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as people call it, on a real directory. No time of it is judged. */
class BenchProcessTest {

  @TempDir private Path directory;
  private Path state;

  @BeforeEach
  void make() throws Exception {
    state = Files.createDirectory(directory.resolve("state"));
  }

  @Test
  void measuresEveryRowComparesItAndLeavesNothing() throws Exception {
    ForkedCommand first =
        ForkedCommand.run(directory, "\"$@\" bench state --seconds 0.5 --json old.json");
    assertThat(first.status()).as(first.output() + first.errors()).isZero();
    assertThat(first.errors()).isEmpty();
    assertThat(first.output())
        .containsPattern("(?m)^claim_release +[0-9.]+ ")
        .doesNotContain("void");
    assertThat(state).isEmptyDirectory();
    ForkedCommand second =
        ForkedCommand.run(
            directory, "\"$@\" bench state --seconds 0.5 --compare old.json --hard 1000");
    assertThat(second.status()).as(second.output() + second.errors()).isZero();
    assertThat(second.output()).contains("Beside the run of ", "0 of them more than 1000 times");
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aSignalLeavesNothing() throws Exception {
    assumeFalse(ForkedCommand.inheritsIgnored(15), "SIGTERM is ignored here");
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            """
            "$@" bench state --seconds 600 &
            while [ -z "$(ls -A state)" ]; do kill -0 $! || exit 99; done
            kill -TERM $!; wait $!
            """);
    assertThat(run.status()).as(run.errors()).isEqualTo(128 + 15);
    assertThat(state).isEmptyDirectory();
  }
}
