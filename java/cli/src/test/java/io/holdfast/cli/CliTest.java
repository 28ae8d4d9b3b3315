package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.SampleReports;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LitmusEvent;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.posix.Posix;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CliTest {

  private static final String ESCAPE = "\033[";

  private final Machine machine = FakeMachine.answering(SampleReports.qualified());

  static List<String> commands() {
    return List.copyOf(Cli.parser(new HoldfastCommand()).getSubcommands().keySet());
  }

  @Test
  void showsItsVersion() {
    for (String option : List.of("--version", "-V")) {
      CliRun run = CliRun.of(machine, option);
      assertThat(run.status()).isZero();
      assertThat(run.out()).matches("holdfast [0-9][^$ ]+ on linux-\\S+\n");
    }
  }

  @Test
  void answersNoCommandWithTheHelpAndStatusTwo() {
    CliRun run = CliRun.of(machine);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("qualify", "doctor", "Exit codes:");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void explainsEveryCommand(String command) {
    CliRun run = CliRun.of(machine, command, "--help");
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Usage: holdfast " + command, "Examples:", "Exit codes:");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void explainsTheExitCodes() {
    String help = CliRun.of(machine, "--help").out();
    for (ExitCode exitCode : ExitCode.values()) {
      assertThat(help).containsPattern("\n  " + exitCode.code() + "  \\S");
    }
    assertThat(help).contains("128 + n");
  }

  @ParameterizedTest
  @CsvSource({
    "false, '', auto, false",
    "true, '', auto, true",
    "true, 1, auto, false",
    "true, 1, always, true",
    "false, '', always, true",
    "true, '', never, false",
    "true, '', NEVER, false"
  })
  void coloursWhereAPersonLooks(boolean terminal, String noColor, String when, boolean coloured) {
    CliRun run =
        CliRun.on(machine)
            .property(Terminal.OUTPUT_PROPERTY, Boolean.toString(terminal))
            .variable("NO_COLOR", noColor)
            .run("qualify", "/d", "--color", when);
    assertThat(run.out().contains(ESCAPE)).isEqualTo(coloured);
  }

  @Test
  void takesADumbTerminalForNone() {
    CliRun run =
        CliRun.on(machine)
            .property(Terminal.OUTPUT_PROPERTY, "true")
            .property(Terminal.ERROR_PROPERTY, "true")
            .variable("TERM", "dumb")
            .run("qualify", "/d");
    assertThat(run.out()).doesNotContain(ESCAPE);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void keepsColoursOutOfDocuments() {
    for (String form : List.of("--json=-", "--tap", "--oneline")) {
      CliRun run = CliRun.of(machine, "qualify", "/d", "--color=always", form);
      assertThat(run.out()).doesNotContain(ESCAPE);
    }
  }

  @Test
  void fitsTheTerminal() {
    CliRun run = CliRun.on(machine).property(Terminal.COLUMNS_PROPERTY, "62").run("qualify", "/d");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 62);
  }

  @Test
  void showsTheStackOnlyWhenDebugging() {
    Machine failing = FakeMachine.failing("no");
    assertThat(CliRun.of(failing, "qualify", "/d").err()).isEqualTo("holdfast: no\n");
    assertThat(CliRun.on(failing).variable("HOLDFAST_DEBUG", "1").run("qualify", "/d").err())
        .contains("holdfast: no\n", "\tat io.holdfast.cli");
  }

  @Test
  void neverTakesABrokenProgramForAVerdict() {
    Machine broken =
        new Machine() {
          @Override
          public Posix posix() {
            throw new NoClassDefFoundError("io/holdfast/Missing");
          }

          @Override
          public LocalReport qualify(LocalRequest request, Consumer<Answer> progress) {
            throw new StackOverflowError();
          }

          @Override
          public LitmusReport litmus(LitmusRequest request, Consumer<LitmusEvent> progress) {
            throw new StackOverflowError();
          }

          @Override
          public Membership membership() {
            throw new StackOverflowError();
          }

          @Override
          public Campaigns campaigns() {
            throw new StackOverflowError();
          }

          @Override
          public Gauges gauges() {
            throw new StackOverflowError();
          }

          @Override
          public ClientGauges clientGauges() {
            throw new StackOverflowError();
          }

          @Override
          public CrashingLab crashingLab() {
            throw new StackOverflowError();
          }

          @Override
          public LeasingLab leasingLab() {
            throw new StackOverflowError();
          }
        };
    CliRun run = CliRun.of(broken, "qualify", "/d");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("StackOverflowError; HOLDFAST_DEBUG=1").hasLineCount(1);
    assertThat(CliRun.of(broken, "qualify", "/d", "--json", "f").status()).isEqualTo(4);
  }

  @Test
  void escapesWhatAnErrorQuotes() {
    CliRun run = CliRun.of(FakeMachine.failing("a\033[2Jb\nc"), "qualify", "/d");
    assertThat(run.err()).isEqualTo("holdfast: a\\x1b[2Jb\\x0ac\n");
    run = CliRun.of(machine, "qualify", "/d", "--\033[2J");
    assertThat(run.err()).contains("--\\x1b[2J").doesNotContain("\033");
  }

  @Test
  void doesNotReadArgumentsFromFiles() {
    FakeMachine asked = FakeMachine.answering(SampleReports.qualified());
    CliRun.of(asked, "qualify", "@/dev/null");
    assertThat(asked.asked().directory()).hasToString("@/dev/null");
  }

  @Test
  void tellsThatStandardOutputCannotBeWritten() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    PrintStream err =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    CommandContext context =
        new CommandContext(
            InputStream.nullInputStream(),
            new PrintStream(full, false, StandardCharsets.UTF_8),
            err,
            Terminal.of(Map.of(), Map.of()),
            machine);
    Cli cli = new Cli(context, () -> new byte[0], StandardCharsets.UTF_8, Map.of());
    assertThat(cli.run("--version")).isEqualTo(4);
  }

  @Test
  void givesEveryCommandAHelpOption() {
    CommandLine parser = Cli.parser(new HoldfastCommand());
    for (CommandLine command : parser.getSubcommands().values()) {
      assertThat(command.getCommandSpec().findOption("--help").usageHelp()).isTrue();
      assertThat(command.<Object>getCommand()).isInstanceOf(Subcommand.class);
    }
  }
}
