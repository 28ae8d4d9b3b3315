package io.holdfast.cli;

import io.holdfast.campaign.CampaignEnd;
import io.holdfast.campaign.CampaignOccupiedException;
import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.Chaos;
import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Ground.Found;
import io.holdfast.campaign.item.Plan;
import io.holdfast.cli.campaign.CampaignPage;
import io.holdfast.cli.campaign.CampaignPage.Imprint;
import io.holdfast.cli.campaign.CampaignReportJson;
import io.holdfast.cli.campaign.CampaignText;
import io.holdfast.clock.EpochClock;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonFormatException;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Verdict;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast campaign}: coordinators that really run. */
@Command(
    name = "campaign",
    header = "Does a whole run of coordinators and workers keep its word here?",
    description = {
      "Runs coordinators, each with workers, all of them processes, that share the work on inputs"
          + " by leases in DIR: a worker hashes an input and stages a result, its coordinator"
          + " publishes it. At the end everything that is public is held against everything that"
          + " was acknowledged. DIR is empty, or one in which a campaign was begun: that one goes"
          + " on.",
      ""
    },
    sortOptions = false,
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  holdfast campaign /srv/state/try",
      "  holdfast campaign /srv/state/try --items 2000 --chaos kill,stop,skew,eio",
      "  holdfast campaign /srv/state/try --ablation     what are target leases good for?",
      "  holdfast campaign /srv/state/try --html try.html",
      "  holdfast campaign /srv/state/try --mpi          all of them are ranks of an MPI job",
      "  holdfast campaign /shared/try --renew 60s --ttl 30s \\",
      "      --coordinator a='ssh node1 --' --coordinator b='ssh node2 --'",
      "",
      "Exit codes: 0 everything was done once, 1 a promise was broken, 2 usage, 4 it cannot be run",
      "here, 65 DIR is not qualified, 70 DIR was not to be relied on any more, 128 + n signal n."
    })
final class CampaignCommand implements Subcommand {

  private static final String NO_CHAOS = "none";
  private static final String A_PERSON_LOOKS = "a person has to look";
  private static final int EPOCH_BYTES = 16;
  private static final int RANDOM_SEEDS = 1_000_000;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final String WITH = "with-target-leases";
  private static final String WITHOUT = "without-target-leases";

  @Parameters(paramLabel = "DIR", description = "Empty, or a campaign's.")
  private String directory = "";

  @Mixin private CoordinatorOptions who = new CoordinatorOptions();

  @Mixin private PlanOptions plans = new PlanOptions();

  @Option(
      names = "--chaos",
      paramLabel = "KIND",
      split = ",",
      description = "kill, stop, skew, eio; none by default.")
  private List<String> chaos = List.of(NO_CHAOS);

  @Option(
      names = "--chaos-every",
      paramLabel = "AGE",
      description = "About how much time is between two troubles; default 3s.")
  private String chaosEvery = "3s";

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the troubles; random otherwise, always printed.")
  private @Nullable Long seed;

  @Option(
      names = "--ablation",
      description = "Run it twice, below DIR: with leases of targets and without; compare.")
  private boolean ablation;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON to FILE as well, or to standard output instead of text for -.")
  private @Nullable String json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with plots to FILE as well; it needs nothing else.")
  private @Nullable String html;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    if (directory.isEmpty()) {
      throw CommandFailure.usage("DIR is empty", ". is the current directory");
    }
    RawPath path = RawArguments.path(directory);
    CampaignRequest request = request(path);
    ReportFile file = textIsWanted() ? BreakingCommand.reportFile(context, json) : null;
    ReportFile page = BreakingCommand.pageFile(context, html);
    return OnSignal.during(
        ending ->
            ablation
                ? compare(context, request, file, page, ending)
                : runAlone(context, request, file, page, ending));
  }

  // ---- what was asked for

  private CampaignRequest request(RawPath path) throws CommandFailure {
    try {
      return who.of(
          new CampaignRequest(
              path,
              who.coordinators(),
              who.workers(),
              chosenChaos(),
              Math.round(Age.seconds(chaosEvery) * MILLIS_PER_SECOND),
              seed == null ? new SecureRandom().nextInt(RANDOM_SEEDS) : seed));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  private Set<Chaos> chosenChaos() throws CommandFailure {
    if (chaos.equals(List.of(NO_CHAOS))) {
      return Set.of();
    }
    Stream<String> known = Arrays.stream(Chaos.values()).map(Chaos::id);
    return Set.copyOf(BreakingCommand.chosen("--chaos", chaos, Chaos::withId, known));
  }

  private boolean textIsWanted() {
    return !ReportFile.STANDARD_OUTPUT.equals(json);
  }

  // ---- one campaign

  private ExitCode runAlone(
      CommandContext context,
      CampaignRequest request,
      @Nullable ReportFile file,
      @Nullable ReportFile page,
      BooleanSupplier ending)
      throws Exception {
    CampaignResult result = runOne(context, request, true, ending);
    deliver(context, CampaignReportJson.render(result, Version.current(), kernel()), file);
    deliver(page, () -> CampaignPage.render(result, imprint()));
    return exitCode(result.end());
  }

  private CampaignResult runOne(
      CommandContext context, CampaignRequest request, boolean leased, BooleanSupplier ending)
      throws Exception {
    CampaignText text = new CampaignText(context.columns(), context.paint());
    Plan plan = begin(context, request, leased, ending);
    tell(context, text.head(request, plan));
    qualify(context, request.directory(), plan.profile());
    CampaignResult result;
    try (ProgressLine line = ProgressLine.on(context, false)) {
      CampaignProgressLine progress = new CampaignProgressLine(line);
      result = context.machine().campaigns().run(request, progress, ending);
    } catch (CampaignOccupiedException e) {
      throw occupied(request, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw CommandFailure.environment(request.directory() + ": " + e.getMessage(), A_PERSON_LOOKS);
    } catch (PosixException e) {
      throw CommandFailure.notTrusted(
          request.directory() + " cannot be relied on any more: " + e.getMessage(),
          "coordinators are ended; a person has to look");
    }
    tell(context, text.result(result));
    return result;
  }

  private static void requireNoOrphanedLocks(Plan plan, Set<Chaos> chaos) throws CommandFailure {
    if (plan.protocol() == Protocol.MKDIR
        && (chaos.contains(Chaos.KILL) || chaos.contains(Chaos.EIO))) {
      throw CommandFailure.usage(
          "--protocol mkdir leaves locks of whoever dies, which nobody but a person breaks",
          "--chaos stop,skew, or another protocol");
    }
  }

  private static CommandFailure occupied(CampaignRequest request, String reason) {
    return CommandFailure.environment(
        request.directory() + ": " + reason, "wait for its end, or end it");
  }

  private Plan begin(
      CommandContext context, CampaignRequest request, boolean leased, BooleanSupplier ending)
      throws Exception {
    Posix posix = context.machine().posix();
    Found found = look(posix, request.directory());
    if (found instanceof Found.Begun begun) {
      plans.requireSame(begun.plan());
      requireNoOrphanedLocks(begun.plan(), request.chaos());
      return begun.plan();
    }
    if (found instanceof Found.Damaged damaged) {
      throw CommandFailure.environment(
          request.directory() + " holds a campaign of which " + damaged.missing() + " is missing",
          A_PERSON_LOOKS);
    }
    if (!(found instanceof Found.Empty)) {
      throw CommandFailure.environment(
          request.directory() + obstacle(found),
          "give an empty directory of the file system to be tried");
    }
    byte[] random = new byte[EPOCH_BYTES];
    new SecureRandom().nextBytes(random);
    Plan asked = plans.plan(HexFormat.of().formatHex(random));
    Plan plan = leased ? asked : asked.withoutTargetLeases();
    requireNoOrphanedLocks(plan, request.chaos());
    try (Durable durable = new Durable(posix, DurableOptions.defaults());
        ProgressLine line = ProgressLine.on(context, false)) {
      boolean begun =
          Ground.begin(
              posix,
              durable,
              request.directory(),
              plan,
              made -> line.show("made " + made + " of " + plan.items() + " inputs"),
              () -> !ending.getAsBoolean());
      OnSignal.goOn(ending);
      if (!begun) {
        throw occupied(request, "another command has begun a campaign in it");
      }
      return plan;
    } catch (PosixException e) {
      throw unusable(request.directory(), e);
    }
  }

  private static String obstacle(Found found) {
    if (found instanceof Found.Over) {
      return " holds a campaign of which everything is done";
    }
    return found instanceof Found.Foreign foreign
        ? " is neither empty nor a campaign's: '" + foreign.name() + "'"
        : " holds a campaign that was interrupted while its inputs were made";
  }

  private static Found look(Posix posix, RawPath path) throws CommandFailure {
    try {
      return Ground.look(posix, path);
    } catch (JsonFormatException e) {
      throw CommandFailure.environment(
          path + ": its campaign.json is broken: " + e.getMessage(), A_PERSON_LOOKS);
    } catch (PosixException e) {
      throw unusable(path, e);
    }
  }

  private static CommandFailure unusable(RawPath path, PosixException e) {
    String hint = null;
    if (e.errno().equals(Errno.ENOENT)) {
      hint = "make it first; of a campaign that was begun, nothing may be missing";
    } else if (e.errno().equals(Errno.ENOTDIR)) {
      hint = "give a directory; a symbolic link to one is not followed";
    }
    return CommandFailure.environment(path + " cannot be used: " + e.getMessage(), hint);
  }

  /** What was not shown on this directory must not be built on. */
  private void qualify(CommandContext context, RawPath path, Profile profile) throws Exception {
    LocalRequest request =
        new LocalRequest(
            path, null, null, profile, LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS, false);
    LocalReport report;
    try {
      report = QualifyCommand.ask(context, request, false);
    } catch (LitmusException e) {
      throw CommandFailure.environment(path + " cannot be asked: " + e.getMessage(), null);
    }
    if (!(report.verdict() instanceof Verdict.Qualified)) {
      throw CommandFailure.notQualified(
          path + " is " + report.verdict().word() + " for " + profile.id(),
          "holdfast qualify shows why");
    }
  }

  private void tell(CommandContext context, String text) {
    if (textIsWanted()) {
      context.out().print(text);
      context.out().flush();
    }
  }

  // ---- two of them

  private ExitCode compare(
      CommandContext context,
      CampaignRequest request,
      @Nullable ReportFile file,
      @Nullable ReportFile page,
      BooleanSupplier ending)
      throws Exception {
    Posix posix = context.machine().posix();
    requireNothingBesideTwo(posix, request.directory());
    CampaignResult with = runOne(context, below(posix, request, WITH), true, ending);
    if (with.end() != CampaignEnd.DONE) {
      deliver(page, () -> CampaignPage.render(with, imprint()));
      return exitCode(with.end());
    }
    CampaignResult without = runOne(context, below(posix, request, WITHOUT), false, ending);
    if (without.end() == CampaignEnd.DONE) {
      CampaignText text = new CampaignText(context.columns(), context.paint());
      tell(context, text.comparison(with, without));
      deliver(
          context, CampaignReportJson.compare(with, without, Version.current(), kernel()), file);
    }
    deliver(page, () -> CampaignPage.compare(with, without, imprint()));
    return exitCode(without.end());
  }

  private static void requireNothingBesideTwo(Posix posix, RawPath path) throws CommandFailure {
    try (Dir directory = Dir.open(posix, path)) {
      List<String> names = DirectoryEntries.names(posix, directory.fd());
      names.removeAll(List.of(WITH, WITHOUT));
      if (!names.isEmpty()) {
        throw CommandFailure.environment(
            path + " holds '" + names.get(0) + "', which is none of the two campaigns",
            "give an empty directory");
      }
    } catch (PosixException e) {
      throw unusable(path, e);
    }
  }

  private static CampaignRequest below(Posix posix, CampaignRequest request, String name)
      throws PosixException, CommandFailure {
    RawPath path = request.directory().resolve(RawPath.of(name));
    int made = posix.mkdirat(Flags.AT_FDCWD, path.bytes(), 0777);
    if (made < 0 && !Errno.EEXIST.is(made)) {
      throw CommandFailure.environment(
          String.valueOf(PosixException.of("mkdirat", made, path.bytes()).getMessage()), null);
    }
    return request.in(path);
  }

  private void deliver(CommandContext context, String document, @Nullable ReportFile file)
      throws CommandFailure {
    if (!textIsWanted()) {
      context.out().print(document);
    }
    BreakingCommand.write(document, file);
  }

  private static void deliver(@Nullable ReportFile page, Supplier<String> document)
      throws CommandFailure {
    if (page != null) {
      BreakingCommand.write(document.get(), page);
    }
  }

  private static Imprint imprint() {
    return new Imprint(Version.current(), kernel(), EpochClock.system().millis());
  }

  private static String kernel() {
    return System.getProperty("os.version", "");
  }

  private static ExitCode exitCode(CampaignEnd end) {
    return switch (end) {
      case DONE -> ExitCode.OK;
      case VIOLATED -> ExitCode.REFUTED;
      case ENDED, FAILED -> ExitCode.ENVIRONMENT;
      case UNQUALIFIED -> ExitCode.START_FAILED;
      case DISTRUSTED -> ExitCode.RUN_FAILED;
    };
  }
}
