package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.cli.report.Golden;
import io.holdfast.gauge.RowKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as people call it, on a real directory. No time of it is judged. */
class BenchProcessTest {

  private static final String BEGIN = "<!-- output: holdfast bench -->\n```\n";
  private static final String END = "```\n<!-- end of output -->";

  /** With its unit; where too few operations were made there is a dash instead. */
  private static final Pattern FIGURE = Pattern.compile(" +([0-9.]+( [µmn]?s)?|-)(?= )");

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

  /** The one in docs/bench.md, written by a run as well: every line, but not its figures. */
  @Test
  void theDocumentedOutputHasTheShapeOfARun() throws Exception {
    String seconds = Golden.isWritten() ? "30" : "0.5";
    ForkedCommand run =
        ForkedCommand.run(directory, "exec \"$@\" bench state --seconds " + seconds);
    assertThat(run.status()).as(run.output() + run.errors()).isZero();
    Path document = Repository.root().resolve("docs/bench.md");
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END, begin);
    if (Golden.isWritten()) {
      Files.writeString(document, text.substring(0, begin) + run.output() + text.substring(end));
    } else {
      assertThat(shape(text.substring(begin, end))).isEqualTo(shape(run.output()));
    }
  }

  /** First words of what stands above the table, and the table; remarks below it come and go. */
  private static List<String> shape(String output) {
    List<String> lines = output.lines().toList();
    int table = lines.indexOf("") + 1;
    int end = table + 1 + RowKind.values().length;
    Stream<String> head = lines.stream().limit(table).filter(line -> !line.startsWith(" "));
    Stream<String> rows = lines.subList(table, end).stream();
    return Stream.concat(
            head.map(line -> line.split(" ", 2)[0]),
            rows.map(row -> FIGURE.matcher(row).replaceAll(" ?").replaceAll(" +", " ")))
        .toList();
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

  @Test
  void theNextRunRemovesWhatAKilledOneLeft() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            """
            "$@" bench state --seconds 600 --quiet &
            while ! [ -s state/.holdfast-bench-*/owner ]; do kill -0 $! || exit 99; done
            kill -KILL $!; wait $!
            ls -A state
            exec "$@" bench state --seconds 0.2 --rows fsync
            """);
    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.output())
        .containsPattern("(?m)^\\.holdfast-bench-[0-9a-f]{16}$")
        .containsPattern("\\.holdfast-bench-[0-9a-f]{16} is of another run and is removed");
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aRunThatWorksIsLeftAlone() throws Exception {
    assumeFalse(ForkedCommand.inheritsIgnored(15), "SIGTERM is ignored here");
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            """
            "$@" bench state --seconds 600 --rows flock_round_trip --quiet >other.out &
            while ! [ -s state/.holdfast-bench-*/owner ]; do kill -0 $! || exit 99; done
            "$@" bench state --seconds 0.2 --rows fsync || exit 98
            [ -s state/.holdfast-bench-*/owner ] || exit 97
            kill -TERM $!; wait $!
            """);
    assertThat(run.status()).as(run.output() + run.errors()).isEqualTo(128 + 15);
    assertThat(run.output()).containsPattern("left alone:\\s+its\\s+process\\s+[0-9]+\\s+runs");
    assertThat(state).isEmptyDirectory();
  }

  /** Of another boot: on shared storage that is another host, which may be at work. */
  @Test
  void whatCannotBeJudgedIsLeftAlone() throws Exception {
    Path other = Files.createDirectory(state.resolve(".holdfast-bench-0123456789abcdef"));
    Files.writeString(other.resolve("owner"), "holdfast-probe-v1 boot pid:[1] 1 1\n");
    ForkedCommand run =
        ForkedCommand.run(directory, "exec \"$@\" bench state --seconds 0.2 --rows fsync");
    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.output()).contains("left alone");
    assertThat(other.resolve("owner")).exists();
  }
}
