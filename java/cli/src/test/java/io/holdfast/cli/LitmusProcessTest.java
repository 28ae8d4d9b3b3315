package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast litmus} by processes that find each other. */
class LitmusProcessTest {

  @TempDir private Path directory;

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
