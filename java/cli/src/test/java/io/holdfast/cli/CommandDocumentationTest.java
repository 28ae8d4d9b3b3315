package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/cli.md names every option of the commands that it describes, and every exit code. */
class CommandDocumentationTest {

  private static final List<String> DESCRIBED =
      List.of(
          "qualify",
          "litmus",
          "watch",
          "leases",
          "campaign",
          "bench",
          "doctor",
          "lab nfs",
          "lab smb",
          "lab ocfs2",
          "lab gluster",
          "lab ceph",
          "lab renewal",
          "lab campaign",
          "lab long",
          "lab crash",
          "lab eio",
          "lab leases");

  private final CommandLine parser = Cli.parser(new HoldfastCommand());
  private String page;

  @BeforeEach
  void read() throws IOException {
    page = Repository.text(Repository.root().resolve("docs/cli.md"));
  }

  @Test
  void everyOptionIsNamedInItsSection() {
    String shared = section("Options of every command");
    assertThat(shared).contains(marks(parser));
    for (String command : DESCRIBED) {
      assertThat(section("holdfast " + command) + shared)
          .as(command)
          .contains(marks(commandNamed(command)));
    }
  }

  @Test
  void noOptionIsNamedThatIsNotThere() {
    for (String command : DESCRIBED) {
      String known = String.join(" ", marks(commandNamed(command)));
      section("holdfast " + command)
          .lines()
          .filter(line -> line.startsWith("| `-"))
          .forEach(line -> assertThat(known).contains(line.replaceFirst("\\| (`-+\\w+).*", "$1")));
    }
  }

  @Test
  void everyExitCodeIsExplained() {
    String table = section("Exit codes");
    for (ExitCode exitCode : ExitCode.values()) {
      assertThat(table)
          .containsPattern(
              "(?m)^\\| "
                  + exitCode.code()
                  + " \\| .* \\| "
                  + exitCode.pluginCode()
                  + " [A-Z]+ \\|$");
    }
  }

  @Test
  void theTopNamesEveryCommand() {
    String top = page.substring(0, page.indexOf("\n## "));
    Stream.of(
            parser.getSubcommands().keySet().stream().filter(name -> !name.equals("lab")),
            namesIn("lab").map("lab "::concat),
            namesIn("leases").map("leases DIR "::concat))
        .flatMap(names -> names)
        .forEach(name -> assertThat(top).containsPattern("\n    holdfast " + name + " "));
  }

  private Stream<String> namesIn(String command) {
    return parser.getSubcommands().get(command).getSubcommands().keySet().stream();
  }

  private CommandLine commandNamed(String words) {
    CommandLine command = parser;
    for (String word : words.split(" ", -1)) {
      command = command.getSubcommands().get(word);
    }
    return command;
  }

  private String section(String heading) {
    int start = page.indexOf("\n## " + heading + "\n");
    assertThat(start).as("a section " + heading).isNotNegative();
    int end = page.indexOf("\n## ", start + 1);
    return page.substring(start, end < 0 ? page.length() : end);
  }

  /** How the page spells the names: {@code `--json}, with or without a value behind it. */
  private String[] marks(CommandLine command) {
    Stream<CommandLine> all =
        command == parser
            ? Stream.of(command)
            : Stream.concat(Stream.of(command), command.getSubcommands().values().stream());
    return all.map(CommandLine::getCommandSpec)
        .flatMap(
            spec ->
                Stream.concat(
                    spec.options().stream().flatMap(option -> Arrays.stream(option.names())),
                    spec.positionalParameters().stream().map(p -> p.paramLabel())))
        .map(name -> "`" + name)
        .toArray(String[]::new);
  }
}
