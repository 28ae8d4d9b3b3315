package io.holdfast.cli;

import io.holdfast.posix.Platform;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root: every command is registered here, and what all of them understand. */
@Command(
    name = "holdfast",
    description = "Asks storage whether it keeps its word, and proves it.",
    subcommands = {
      QualifyCommand.class,
      LitmusCommand.class,
      WatchCommand.class,
      LeasesCommand.class,
      CampaignCommand.class,
      BenchCommand.class,
      DoctorCommand.class,
      LabCommand.class
    },
    versionProvider = HoldfastCommand.VersionLine.class,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  holdfast qualify /srv/state      can this directory carry leases?",
      "  holdfast litmus DIR --hosts a,b  does it hold between hosts?",
      "  holdfast watch DIR --group FILE  does it still hold, again and again?",
      "  holdfast leases /srv/state       what stands in this table, and is it sound?",
      "  holdfast campaign DIR            does a whole run of coordinators work here?",
      "  holdfast bench DIR               what do barriers, locks and leases cost here?",
      "  holdfast doctor                  what is here and what is missing?",
      "  holdfast lab list                which storage can be made here to try it on?",
      "",
      "Exit codes:",
      "  0  as asked; the directory is qualified",
      "  1  refuted: the storage broke its word, or a table is broken; bench: too slow",
      "  2  wrong usage",
      "  3  inconclusive: nothing was shown; bench: a row is void",
      "  4  this machine or the directory does not let the question be asked",
      "  65  watch, campaign: not qualified at the start",
      "  70  watch, campaign: failed closed at run time",
      "  128 + n  ended by signal n"
    })
final class HoldfastCommand implements Subcommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser asks for it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  @SuppressWarnings("UnusedVariable") // the parser asks for it
  private boolean version;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      scope = ScopeType.INHERIT,
      description = "auto (on a terminal, unless NO_COLOR is set), always, never.")
  private ColorChoice color = ColorChoice.AUTO;

  ColorChoice color() {
    return color;
  }

  /** No command was named. */
  @Override
  public ExitCode run(CommandContext context) {
    context.err().print(spec.commandLine().getUsageMessage());
    return ExitCode.USAGE;
  }

  static String versionLine() {
    return "holdfast " + Version.current() + " on " + Platform.current();
  }

  static final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {versionLine()};
    }
  }
}
