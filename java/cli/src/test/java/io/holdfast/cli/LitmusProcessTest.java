package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast litmus} by processes that find each other. */
class LitmusProcessTest {

  @TempDir private Path directory;

  /** Ctrl-C reaches every process of the terminal, the agents too; kill(1) the command alone. */
  @ParameterizedTest
  @CsvSource({"INT, -, 130", "INT, '', 130", "TERM, '', 143", "HUP, -, 129"})
  void aSignalLeavesNothingInTheDirectory(String signal, String group, int status)
      throws Exception {
    assumeFalse(
        ForkedCommand.inheritsIgnored(status - 128),
        signal + " is ignored by whoever started these tests");
    Path state = Files.createDirectory(directory.resolve("state"));
    Process process =
        ForkedCommand.script(
                directory,
                "exec setsid \"$@\" litmus state --processes 8",
                ForkedCommand.holdfast())
            .start();
    BufferedReader progress = process.errorReader(StandardCharsets.UTF_8);
    assertThat(progress.readLine()).isEqualTo("holdfast: membership");
    assertThat(progress.readLine()).isEqualTo("holdfast: same place");
    new ProcessBuilder("/bin/kill", "-s", signal, "--", group + process.pid()).start().waitFor();
    assertThat(ForkedCommand.finish(process).status()).isEqualTo(status);
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aReportThatCannotBePrintedIsToldWhateverCameOut() throws Exception {
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" litmus . --processes 2 -q >/dev/full");
    assertThat(run.status()).as("one host shows nothing").isEqualTo(3);
    assertThat(run.errors()).isEqualTo("holdfast: standard output cannot be written\n");
  }

  @Test
  void membersOfANamedGroupAskOneRoot() throws Exception {
    TwoMembers.makeIn(directory);
    ForkedCommand runs =
        ForkedCommand.run(
            directory, TwoMembers.both("litmus state --secret=secret --json=$name.json"));
    String a = Files.readString(directory.resolve("a.out"));
    String errors = Files.readString(directory.resolve("a.err"));
    assertThat(runs.output()).as(a + errors).isEqualTo("a 3\nb 3\n");
    assertThat(a)
        .contains("member      a: ", "member      b: ", "exclusive_move ", "free          free")
        .contains("2 members on one host; nothing was shown between hosts");
    assertThat(directory.resolve("b.out")).isEmptyFile();
    assertThat(directory.resolve("a.json")).isNotEmptyFile();
    assertThat(directory.resolve("b.json")).doesNotExist();
    assertThat(directory.resolve("state")).isEmptyDirectory();
  }
}
