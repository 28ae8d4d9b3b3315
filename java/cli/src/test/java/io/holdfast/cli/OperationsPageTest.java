package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.SampleReports;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/operations.md: every command that it shows runs, every finding has its row. */
class OperationsPageTest {

  private static final Pattern COMMANDS =
      Pattern.compile("<!-- commands: (\\w+) -->\n```\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern BLOCK = Pattern.compile("^```$", Pattern.MULTILINE);
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| .+ \\| .+ \\|$");

  /** How the page calls a staging root. */
  private static final String RESULTS = "results";

  @TempDir private Path directory;

  private static String page() throws Exception {
    return Repository.text(Repository.root().resolve("docs/operations.md"));
  }

  @Test
  void everyCommandRuns() throws Exception {
    String page = page();
    List<MatchResult> blocks = COMMANDS.matcher(page).results().toList();
    assertThat(BLOCK.matcher(page).results().count()).isEqualTo(2L * blocks.size());
    Path results = Files.createDirectory(directory.resolve(RESULTS));
    for (MatchResult block : blocks) {
      table(block.group(1));
      for (String command : block.group(2).split("\n")) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        assertThat(words.remove(0)).isEqualTo("holdfast");
        words.set(1, directory.resolve(words.get(1)).toString());
        words.replaceAll(word -> word.equals(RESULTS) ? results.toString() : word);
        CliRun run =
            CliRun.of(
                FakeMachine.answering(SampleReports.qualified()), words.toArray(String[]::new));
        assertThat(run.status()).as(command + run).isZero();
        assertThat(run.out()).as(command).isNotEmpty();
      }
    }
  }

  /** The tables that the page speaks of. */
  private void table(String name) throws Exception {
    Path root = directory.resolve(name);
    if (Files.exists(root)) {
      return;
    }
    Files.createDirectory(root);
    TableManifest manifest = SampleTable.FENCE;
    if (name.equals("plain")) {
      SampleTable.made(root, manifest.withProtocol(Protocol.FLOCK)).shell("rm table.json");
    } else if (name.equals("directories")) {
      SampleTable.made(root, manifest.withProtocol(Protocol.MKDIR))
          .shell("mkdir 002/" + SampleTable.DONE + ".json.lock");
    } else if (name.equals("over")) {
      SampleTable.made(root, manifest.withProtocol(Protocol.FLOCK))
          .shell(
              "rm 001/*.json; sed -i 's/\"updated\":[0-9.]*/\"updated\":1.5/' 002/$1.json",
              SampleTable.LEASED.hex());
    } else {
      SampleTable.made(root, manifest);
    }
  }

  @Test
  void everyFindingHasARow() throws Exception {
    assertThat(ROW.matcher(page()).results().map(row -> row.group(1)))
        .containsAll(Arrays.stream(Check.values()).map(Check::id).toList());
  }
}
