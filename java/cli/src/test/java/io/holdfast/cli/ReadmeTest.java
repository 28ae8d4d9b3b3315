package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The output that the README shows is one that a run wrote: every question with its verdict is what
 * a run says now on a file system of the same type. {@code -Dholdfast.docs.write=true} writes it.
 */
class ReadmeTest {

  private static final String BEGIN = "<!-- output: holdfast qualify state --redact -->\n```\n";
  private static final String END = "```\n<!-- end of output -->";
  private static final Pattern VERDICT =
      Pattern.compile("^  (?:qualified|refuted|inconclusive) +[a-z_]+", Pattern.MULTILINE);
  private static final Pattern LAST_LINE = Pattern.compile("^[A-Z]+ for [^:]+", Pattern.MULTILINE);
  private static final Pattern MOUNT = Pattern.compile("^mount +\\S+", Pattern.MULTILINE);

  @TempDir private Path directory;

  @Test
  void showsWhatARunSays() throws Exception {
    Files.createDirectory(directory.resolve("state"));
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" qualify state --redact");
    Path readme = Repository.root().resolve("README.md");
    String text = Repository.text(readme);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    assertThat(end).as("the README's markers").isGreaterThanOrEqualTo(begin);
    if (Boolean.getBoolean("holdfast.docs.write")) {
      text = text.substring(0, begin) + run.output() + text.substring(end);
      Files.writeString(readme, text);
      end = text.indexOf(END);
    }
    String shown = text.substring(begin, end);
    assumeTrue(
        found(MOUNT, shown).equals(found(MOUNT, run.output())),
        "the README shows another type of file system than the temporary directory's");

    assertThat(found(VERDICT, shown)).isEqualTo(found(VERDICT, run.output())).isNotEmpty();
    assertThat(found(LAST_LINE, shown)).isEqualTo(found(LAST_LINE, run.output())).hasSize(1);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }
}
