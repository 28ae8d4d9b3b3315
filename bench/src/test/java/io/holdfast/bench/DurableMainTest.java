package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program of bench/run durable, with C programs that lie and with the real one. */
class DurableMainTest {

  private static final Path PROGRAM =
      Path.of("..", "native", "target", "cmake", "bench", "holdfast-bench-reference");

  @TempDir Path directory;

  @Test
  void wrongCountsInCEndWithoutAnyTime() throws Exception {
    Path liar =
        Files.writeString(
            directory.resolve("liar"), "#!/bin/sh\nwhile read command; do echo 9 7 0 0 0; done\n");
    assertThat(liar.toFile().setExecutable(true)).isTrue();
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    try (Reference c = new Reference(liar.toString(), directory.toString())) {
      List<Callable<Table>> questions = DurableMain.questions(c, directory.toString(), 11);
      PrintStream out = new PrintStream(said, true, UTF_8);

      assertThat(DurableMain.answer(questions, out, new ArrayList<>())).isEqualTo(1);
    }
    assertThat(said.toString(UTF_8))
        .contains("no time is told, the counts are wrong: C, file: expected 8 file")
        .doesNotContainPattern("\\d (µs|ms)");
  }

  @Test
  void thePageShowsARunOfEveryQuestion() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "benchmarks.md"));
    int begin = page.indexOf(DurableMain.BEGIN);
    int end = page.indexOf(DurableMain.END, begin);

    assertThat(begin).isPositive();
    assertThat(page.substring(begin, end))
        .contains("kernel ", "\nfile: ", "\ndirectory: ", "\nreplace: ", "\npublish: ", "\nbatch: ")
        .contains(" 1 shard;", " 8 shards;", "\nshared barriers: ", "; target ");
  }

  @ParameterizedTest
  @CsvSource({
    "scalar 64 8, 64, 64", "batch 64 1, 64, 1", "batch 64 8, 64, 8", "writeback 64 8, 64, 8",
    "fan 64 1 16, 64, 1", "fan 64 8 4, 64, 8", "file 8, 8, 0", "directory 8, 0, 8",
    "replace 8, 8, 8", "publish 8, 8, 8", "own 4 8, 32, 32"
  })
  void theReferenceDoesTheWorkThatIsMeasured(String command, long files, long directories)
      throws Exception {
    try (Reference c = reference()) {
      Expectation expectation = Expectation.exactly(files, directories);

      assertThat(c.contestant("it", expectation, command).nanosOfOne()).isPositive();
    }
  }

  @Test
  void theReferenceSharesBarriers() throws Exception {
    try (Reference c = reference()) {
      Expectation expectation = Expectation.shared(16 * 8);

      assertThat(c.contestant("it", expectation, "shared 16 8").nanosOfOne()).isPositive();
    }
  }

  @Test
  void aBatchDoesTheWorkThatIsMeasured() throws Exception {
    GroupCommit commit = new GroupCommit();
    commit.shards = 8;
    commit.directory = directory.toString();
    commit.open();
    try {
      commit.mark();
      assertThat(commit.batch().records()).isEqualTo(commit.records);
      commit.check();
      assertThat(commit.counts()).isEqualTo(new Counts(64, 8, 56, 8));
      assertThat(List.of(directory.resolve("java/s0").toFile().list())).hasSize(8);
    } finally {
      commit.close();
    }
  }

  private Reference reference() throws IOException {
    assumeTrue(Files.isExecutable(PROGRAM), "not built: " + PROGRAM);
    return new Reference(PROGRAM.toString(), directory.toString());
  }
}
