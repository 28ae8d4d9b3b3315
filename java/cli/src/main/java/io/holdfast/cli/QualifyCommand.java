package io.holdfast.cli;

import io.holdfast.cli.report.OneLine;
import io.holdfast.cli.report.QualifyJson;
import io.holdfast.cli.report.QualifyTap;
import io.holdfast.cli.report.QualifyText;
import io.holdfast.cli.report.Redaction;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast qualify}: can this directory carry leases? */
@Command(
    name = "qualify",
    header = "Can this directory carry leases?",
    description = {
      "Asks, by doing, whether a directory keeps the promises that leases stand on. Works in a"
          + " private tree below DIR and removes it again.",
      ""
    },
    sortOptions = false,
    footerHeading = "%n",
    footer = {
      "Profiles: what the verdict requires.",
      "  fence-table        leases with moved fences, which need no lock; the default",
      "  lease-table        leases with update locks (flock)",
      "  full-shared-state  all nine operations of a shared state and publication root",
      "  coverage-gossip    files that are replaced by everybody and removed by nobody",
      "With --also, flock is required between both paths as well, whatever the profile:",
      "asking about a second mount is asking about locks.",
      "",
      "Examples:",
      "  holdfast qualify /srv/state",
      "  holdfast qualify /srv/state --profile lease-table --json report.json",
      "  holdfast qualify /mnt/a --also /mnt/b        one place, mounted twice",
      "  holdfast qualify /srv/state --nagios         as a check of a monitoring system",
      "",
      "Exit codes: 0 qualified, 1 refuted, 2 usage, 3 inconclusive, 4 cannot be asked;",
      "with --nagios: 0 OK, 2 CRITICAL (refuted), 3 UNKNOWN (everything else)."
    })
final class QualifyCommand implements Subcommand {

  static final String NAGIOS = "--nagios";

  @Parameters(paramLabel = "DIR", description = "The directory to ask about.")
  private String directory = "";

  @Option(
      names = "--also",
      paramLabel = "OTHER",
      description = "A second path to the same place, through another mount.")
  private @Nullable String also;

  @Option(
      names = "--publication",
      paramLabel = "DIR",
      description = "The publication root, where it is not beside the state root.")
  private @Nullable String publication;

  @Option(names = "--profile", paramLabel = "NAME", description = "What the verdict requires.")
  private @Nullable String profile;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long one question may take: 0.001 to 60, default 5.")
  private double timeoutSeconds = LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS / 1e9;

  @Option(names = "--no-cost", description = "Do not measure barriers (saves about 2 s).")
  private boolean withoutCosts;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report as JSON to FILE, or to standard output for -.")
  private @Nullable String json;

  @Option(names = "--tap", description = "Print the report as TAP version 14.")
  private boolean tap;

  @Option(names = "--oneline", description = "Print one line with performance data.")
  private boolean oneLine;

  @Option(names = NAGIOS, description = "As --oneline, with the exit codes of plugins.")
  private boolean nagios;

  @Option(
      names = "--redact",
      description = "Replace host name, paths and mount sources in every output.")
  private boolean redact;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the verdict only, and no progress.")
  private boolean quiet;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    checkOutputs();
    LocalRequest request = request();
    try {
      ReportFile file = reportFile(context);
      LocalReport report = qualify(context, request, file);
      LocalReport shown = redact ? Redaction.apply(report) : report;
      deliver(context, shown, file);
      return ExitCode.of(report.verdict());
    } catch (BindingUnavailableException e) {
      throw cannotBeAsked(context, request, e);
    } catch (PosixException e) {
      throw CommandFailure.environment(
          "the report cannot be written: " + told(String.valueOf(e.getMessage())), null);
    }
  }

  // ---- what was asked for

  private void checkOutputs() throws CommandFailure {
    boolean jsonOnOutput = ReportFile.STANDARD_OUTPUT.equals(json);
    int forms = (tap ? 1 : 0) + (oneLine || nagios ? 1 : 0) + (jsonOnOutput ? 1 : 0);
    if (forms > 1) {
      throw CommandFailure.usage(
          "standard output takes one of --json -, --tap and --oneline", "give --json a file");
    }
  }

  private LocalRequest request() throws CommandFailure {
    if (!(timeoutSeconds >= 0.001 && timeoutSeconds <= 60)) {
      throw CommandFailure.usage("--timeout is 0.001 to 60 seconds", null);
    }
    return new LocalRequest(
        path("DIR", directory),
        also == null ? null : path("--also", also),
        publication == null ? null : path("--publication", publication),
        AskedProfile.named(profile),
        Math.round(timeoutSeconds * 1e9),
        !withoutCosts);
  }

  private static RawPath path(String what, String bytewise) throws CommandFailure {
    if (bytewise.isEmpty()) {
      throw CommandFailure.usage(what + " is empty", ". is the current directory");
    }
    return RawArguments.path(bytewise);
  }

  // ---- asking

  private LocalReport qualify(
      CommandContext context, LocalRequest request, @Nullable ReportFile file) throws Exception {
    try {
      return ask(context, request, quiet);
    } catch (LitmusException e) {
      if (file != null) {
        file.write(failureDocument(request, e));
      }
      throw cannotBeAsked(context, request, e);
    }
  }

  /** Asks, shows how far it is, and ends between two questions upon a signal. */
  static LocalReport ask(CommandContext context, LocalRequest request, boolean quiet)
      throws Exception {
    try (Progress progress = Progress.on(context, quiet)) {
      return OnSignal.during(
          ending ->
              context
                  .machine()
                  .qualify(
                      request,
                      answer -> {
                        OnSignal.goOn(ending);
                        progress.accept(answer);
                      }));
    }
  }

  // ---- telling

  private @Nullable ReportFile reportFile(CommandContext context)
      throws BindingUnavailableException, PosixException, CommandFailure {
    if (json == null || json.equals(ReportFile.STANDARD_OUTPUT)) {
      return null;
    }
    RawPath path = RawArguments.path(json);
    return ReportFile.at(context.machine().posix(), "--json", path);
  }

  /** A check says one line: its report is written first, so that it can still say UNKNOWN. */
  private void deliver(CommandContext context, LocalReport shown, @Nullable ReportFile file)
      throws PosixException {
    if (!nagios) {
      print(context, shown);
    }
    if (file != null) {
      file.write(QualifyJson.render(shown, Version.current(), redact));
    }
    if (nagios) {
      print(context, shown);
    }
  }

  private void print(CommandContext context, LocalReport shown) {
    context.out().print(rendered(context, shown));
    if (quiet) {
      Leftovers.tell(context, shown.findings());
    }
  }

  private String rendered(CommandContext context, LocalReport report) {
    if (ReportFile.STANDARD_OUTPUT.equals(json)) {
      return QualifyJson.render(report, Version.current(), redact);
    }
    if (tap) {
      return QualifyTap.render(report);
    }
    if (oneLine || nagios) {
      return OneLine.render(report);
    }
    return quiet
        ? QualifyText.renderVerdict(report, context.columns(), context.paint())
        : QualifyText.render(report, context.columns(), context.paint());
  }

  /** Says it in the form that was asked for. */
  private CommandFailure cannotBeAsked(CommandContext context, LocalRequest request, Exception e) {
    String message = told(String.valueOf(e.getMessage()));
    if (nagios) {
      return CommandFailure.environment(message, null);
    }
    if (oneLine) {
      context.out().print(OneLine.renderFailure(message));
      return CommandFailure.told(message);
    }
    if (tap) {
      context.out().print(QualifyTap.renderFailure(message));
      return CommandFailure.told(message);
    }
    if (ReportFile.STANDARD_OUTPUT.equals(json)) {
      context.out().print(failureDocument(request, e));
    }
    return CommandFailure.environment(message, null);
  }

  private String failureDocument(LocalRequest request, Exception e) {
    LocalRequest shown = redact ? Redaction.apply(request) : request;
    String message = told(String.valueOf(e.getMessage()));
    return QualifyJson.renderFailure(shown, message, Version.current(), redact);
  }

  private String told(String message) {
    return redact
        ? Redaction.message(
            message,
            Stream.of(directory, also, publication, json)
                .filter(Objects::nonNull)
                .map(RawArguments::path)
                .toList())
        : message;
  }
}
