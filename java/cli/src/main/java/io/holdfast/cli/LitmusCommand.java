package io.holdfast.cli;

import io.holdfast.cli.report.LitmusForm;
import io.holdfast.cli.report.LitmusText;
import io.holdfast.cli.report.Redaction;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast litmus}: do several hosts see one place by the same rules? */
@Command(
    name = "litmus",
    header = "Do locks and names hold between hosts?",
    description = {
      "Asks several hosts, by doing, whether a shared directory keeps its promises between them:"
          + " through ssh, which needs no Java and no root there and no access to DIR here, or"
          + " among the processes of an MPI job or of a --group, each of which runs this command."
          + " Works in a private tree below DIR and removes it again.",
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
      "  holdfast litmus /mnt/a --processes 1 --path b=/mnt/b \\",
      "      --member 'b=exec ip netns exec b /opt/holdfast-agent'   (holdfast doctor has its"
          + " path)",
      "  mpirun -np 4 holdfast-mpi -- holdfast litmus /shared/state",
      "",
      "Exit codes: 0 qualified, 1 refuted, 2 usage, 3 inconclusive (e.g. all on one host),",
      "4 cannot be asked."
    })
final class LitmusCommand implements Subcommand {

  @Mixin private MemberOptions members = new MemberOptions();

  @Mixin private CarrierOptions carrier = new CarrierOptions();

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
  public ExitCode run(CommandContext context) throws Exception {
    if (tap && ReportFile.STANDARD_OUTPUT.equals(json)) {
      throw CommandFailure.usage(
          "standard output takes one of --json - and --tap", "give --json a file");
    }
    Questions questions =
        new Questions(
            AskedProfile.named(profile),
            nanos("--timeout", timeoutSeconds, 0.001, 60),
            nanos("--deadline", deadlineSeconds, 1, 3600));
    NamedGroup group = carrier.group();
    if (members.nameSomebody()) {
      if (group != null) {
        throw CommandFailure.usage(
            "the members are those of --group", "leave out what else names members");
      }
    } else if (group != null || isGiven(context)) {
      return carried(context, group, questions);
    }
    try (Members asked = members.open()) {
      return tell(context, asked.all(), questions, asked::install);
    }
  }

  /** What every member is asked, and how long that may take. */
  private record Questions(Profile profile, long timeoutNanos, long deadlineNanos) {}

  /** What has to be done before the first question. */
  @FunctionalInterface
  private interface Preparation {

    /** Does it. @return how much is left of what all may take */
    long leaving(long deadlineNanos) throws LitmusException;
  }

  private boolean isGiven(CommandContext context) throws CommandFailure {
    try {
      return context.machine().membership().isGiven();
    } catch (BindingUnavailableException e) {
      return false;
    }
  }

  private ExitCode carried(CommandContext context, @Nullable NamedGroup group, Questions questions)
      throws Exception {
    CarriedLitmus litmus =
        new CarriedLitmus(
            context.machine().membership(), group, members.directory(), questions.deadlineNanos());
    return litmus.run(
        (all, left) ->
            tell(
                context,
                all,
                questions,
                deadline -> Math.max(left, LitmusRequest.MIN_DEADLINE_NANOS)));
  }

  private ExitCode tell(
      CommandContext context, List<LitmusMember> asked, Questions questions, Preparation prepared)
      throws Exception {
    try {
      ReportFile jsonFile = reportFile(context, "--json", json);
      ReportFile junitFile = reportFile(context, "--junit", junit);
      LitmusReport report;
      try {
        report = ask(context, asked, questions, prepared);
      } catch (LitmusException e) {
        String why = told(String.valueOf(e.getMessage()), asked);
        write(jsonFile, failureDocument(questions.profile(), why));
        write(junitFile, LitmusForm.junitFailure(why));
        throw cannotBeAsked(context, questions.profile(), why);
      }
      LitmusReport shown = redact ? Redaction.apply(report) : report;
      context.out().print(rendered(context, shown));
      if (quiet) {
        Leftovers.tell(context, shown.findings());
      }
      write(jsonFile, LitmusForm.json(shown, Version.current(), redact));
      write(junitFile, LitmusForm.junit(shown));
      return ExitCode.of(report.verdict());
    } catch (BindingUnavailableException e) {
      String why = told(String.valueOf(e.getMessage()), asked);
      throw cannotBeAsked(context, questions.profile(), why);
    } catch (PosixException e) {
      throw CommandFailure.environment("the report cannot be written: " + e.getMessage(), null);
    }
  }

  private LitmusReport ask(
      CommandContext context, List<LitmusMember> asked, Questions questions, Preparation prepared)
      throws Exception {
    List<String> names = asked.stream().map(LitmusMember::name).toList();
    try (LitmusProgress progress = LitmusProgress.on(context, names, quiet)) {
      long left = prepared.leaving(questions.deadlineNanos());
      LitmusRequest request =
          new LitmusRequest(
              asked, questions.profile(), !withoutLocks, questions.timeoutNanos(), left);
      return OnSignal.during(
          ending ->
              context
                  .machine()
                  .litmus(
                      request,
                      event -> {
                        progress.accept(event);
                        OnSignal.goOn(ending);
                      }));
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

  /** Says it in the form that was asked for. */
  private CommandFailure cannotBeAsked(CommandContext context, Profile asked, String why) {
    if (tap) {
      context.out().print(LitmusForm.tapFailure(why));
      return CommandFailure.told(why);
    }
    if (ReportFile.STANDARD_OUTPUT.equals(json)) {
      context.out().print(failureDocument(asked, why));
    }
    return CommandFailure.environment(why, null);
  }

  private String failureDocument(Profile asked, String why) {
    return LitmusForm.jsonFailure(asked, why, Version.current(), redact);
  }

  private String told(String message, List<LitmusMember> asked) {
    return redact ? Redaction.messageOf(message, secrets(asked)) : message;
  }

  /** What a message may say of hosts and paths. */
  private static List<String> secrets(List<LitmusMember> asked) {
    return asked.stream()
        .flatMap(member -> Stream.of(member.directory().toString(), member.name()))
        .toList();
  }
}
