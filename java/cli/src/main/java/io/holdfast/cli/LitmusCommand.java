package io.holdfast.cli;

import io.holdfast.cli.report.LitmusForm;
import io.holdfast.cli.report.LitmusText;
import io.holdfast.cli.report.Redaction;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast litmus}: do several hosts see one place by the same rules? */
@Command(
    name = "litmus",
    header = "Do locks and names hold between hosts?",
    description = {
      "Asks several hosts, by doing, whether a shared directory keeps its promises between them."
          + " Needs no Java and no root there, and no access to DIR here. Works in a private tree"
          + " below DIR and removes it again.",
      ""
    },
    sortOptions = false,
    footerHeading = "%n",
    footer = {
      "The verdict is about what the profile requires and, unless --without-locks, about flock",
      "between hosts; below it stands what that means for each kind of lease table.",
      "",
      "Examples:",
      "  holdfast litmus /shared/state --hosts a,b,c",
      "  holdfast litmus /shared/state --hosts 'node[01-16]' --json report.json",
      "  holdfast litmus /mnt/a --processes 1 --member 'b=ip netns exec b holdfast-agent' \\",
      "      --path b=/mnt/b",
      "",
      "Exit codes: 0 qualified, 1 refuted, 2 usage, 3 inconclusive (e.g. all on one host),",
      "4 cannot be asked."
    })
final class LitmusCommand implements Subcommand {

  @Mixin private MemberOptions members = new MemberOptions();

  @Option(names = "--profile", paramLabel = "NAME", description = "What the verdict requires.")
  private @Nullable String profile;

  @Option(
      names = "--without-locks",
      description = "Locks do not count; for tables with moved fences only.")
  private boolean withoutLocks;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long one question may take: 0.001 to 60, default 5.")
  private double timeoutSeconds = LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS / 1e9;

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      description = "How long all of it may take: 1 to 3600, default 120.")
  private double deadlineSeconds = LitmusRequest.DEFAULT_DEADLINE_NANOS / 1e9;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report as JSON to FILE, or to standard output for -.")
  private @Nullable String json;

  @Option(names = "--tap", description = "Print the report as TAP version 14.")
  private boolean tap;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the report as JUnit XML to FILE.")
  private @Nullable String junit;

  @Option(
      names = "--redact",
      description = "Replace host names, paths and mount sources in every output.")
  private boolean redact;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the verdict only, and no progress.")
  private boolean quiet;

  @Override
  public ExitCode run(CommandContext context) throws CommandFailure {
    if (tap && ReportFile.STANDARD_OUTPUT.equals(json)) {
      throw CommandFailure.usage(
          "standard output takes one of --json - and --tap", "give --json a file");
    }
    long timeout = nanos("--timeout", timeoutSeconds, 0.001, 60);
    long deadline = nanos("--deadline", deadlineSeconds, 1, 3600);
    Profile chosen = AskedProfile.named(profile);
    try (Members asked = members.open()) {
      ReportFile jsonFile = reportFile(context, "--json", json);
      ReportFile junitFile = reportFile(context, "--junit", junit);
      LitmusReport report = ask(context, asked, chosen, timeout, deadline);
      LitmusReport shown = redact ? Redaction.apply(report) : report;
      context.out().print(rendered(context, shown));
      if (quiet) {
        Leftovers.tell(context, shown.findings());
      }
      write(jsonFile, LitmusForm.json(shown, Version.current(), redact));
      write(junitFile, LitmusForm.junit(shown));
      return ExitCode.of(report.verdict());
    } catch (BindingUnavailableException | LitmusException e) {
      throw cannotBeAsked(context, String.valueOf(e.getMessage()));
    } catch (PosixException e) {
      throw CommandFailure.environment("the report cannot be written: " + e.getMessage(), null);
    }
  }

  private LitmusReport ask(
      CommandContext context, Members asked, Profile chosen, long timeout, long deadline)
      throws LitmusException {
    try (LitmusProgress progress = LitmusProgress.on(context, asked.names(), quiet)) {
      long left = asked.install(deadline);
      return context
          .machine()
          .litmus(new LitmusRequest(asked.all(), chosen, !withoutLocks, timeout, left), progress);
    }
  }

  private static long nanos(String option, double seconds, double least, double most)
      throws CommandFailure {
    if (!(seconds >= least && seconds <= most)) {
      String from = least < 1 ? Double.toString(least) : Long.toString(Math.round(least));
      throw CommandFailure.usage(
          option + " is " + from + " to " + Math.round(most) + " seconds", null);
    }
    return Math.round(seconds * 1e9);
  }

  private static @Nullable ReportFile reportFile(
      CommandContext context, String option, @Nullable String name)
      throws BindingUnavailableException, PosixException, CommandFailure {
    if (name == null || (name.equals(ReportFile.STANDARD_OUTPUT) && option.equals("--json"))) {
      return null;
    }
    return ReportFile.at(context.machine().posix(), option, RawArguments.path(name));
  }

  private static void write(@Nullable ReportFile file, String document) throws PosixException {
    if (file != null) {
      file.write(document);
    }
  }

  private String rendered(CommandContext context, LitmusReport report) {
    if (ReportFile.STANDARD_OUTPUT.equals(json)) {
      return LitmusForm.json(report, Version.current(), redact);
    }
    if (tap) {
      return LitmusForm.tap(report);
    }
    return quiet
        ? LitmusText.renderVerdict(report, context.columns(), context.paint())
        : LitmusText.render(report, context.columns(), context.paint());
  }

  private CommandFailure cannotBeAsked(CommandContext context, String message) {
    String told = redact ? Redaction.messageOf(message, secrets()) : message;
    if (tap) {
      context.out().print(LitmusForm.tapFailure(told));
      return CommandFailure.told(told);
    }
    return CommandFailure.environment(told, null);
  }

  private List<String> secrets() {
    return new ArrayList<>(members.secrets());
  }
}
