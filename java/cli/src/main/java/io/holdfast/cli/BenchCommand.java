package io.holdfast.cli;

import io.holdfast.cli.bench.Baseline;
import io.holdfast.cli.bench.BenchPage;
import io.holdfast.cli.bench.BenchReportJson;
import io.holdfast.cli.bench.BenchText;
import io.holdfast.cli.bench.Comparison;
import io.holdfast.cli.bench.Comparison.Judgement;
import io.holdfast.cli.bench.Thresholds;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.gauge.GaugeProgress;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.RowKind;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.StrictJson;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast bench}: what pg_test_fsync is to a database, for lease protocols. */
@Command(
    name = "bench",
    header = "What do barriers, names, locks and leases cost here?",
    description = {
      "Measures, one after the other, what lease protocols are made of: each operation again and"
          + " again for its part of the time, with the calls counted that it makes. Works in a"
          + " private directory below DIR and removes it again.",
      "",
      "With --clients, --member or --processes: by several clients of storage that they share,"
          + " each row by the first one alone and then by all side by side. Needs no Java and no"
          + " root there and no access to DIR here.",
      ""
    },
    sortOptions = false,
    footerHeading = "%n",
    footer = {
      "A row in which a call failed, or whose calls are not those that the operation must make, is",
      "void: it has no times. One that is faster than any medium is named.",
      "",
      "Examples:",
      "  holdfast bench /srv/state",
      "  holdfast bench /srv/state --json today.json --html today.html",
      "  holdfast bench /srv/state --compare last-week.json --hard 3",
      "  holdfast bench /shared/state --clients 'node[01-16]'",
      "",
      "Exit codes: 0 measured, 1 a row is slower than --hard allows, 2 usage, 3 a row is void,",
      "4 DIR cannot be measured, or a client cannot take part, 128 + n signal n."
    })
final class BenchCommand implements Subcommand {

  @Parameters(paramLabel = "DIR", description = "The directory to measure.")
  private String directory = "";

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "For all rows together: 0.1 to 3600, default 30.")
  private double seconds = GaugeRequest.DEFAULT_SECONDS;

  @Option(
      names = "--block-size",
      paramLabel = "BYTES",
      description = "What is written in place: a power of two, 512 to 65536, default 8192.")
  private int blockBytes = GaugeRequest.DEFAULT_BLOCK_BYTES;

  @Option(
      names = "--rows",
      paramLabel = "NAME",
      split = ",",
      description = "Only these rows, several with commas; all by default.")
  private @Nullable List<String> rows;

  @Mixin private ClientOptions clients = new ClientOptions();

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

  @Option(
      names = "--compare",
      paramLabel = "OLD",
      description = "Say how many times as long it takes as in the run whose JSON is OLD.")
  private @Nullable String compare;

  @Option(
      names = "--soft",
      paramLabel = "RATIO",
      description = "With --compare: tell of medians above this; default 1.25.")
  private @Nullable Double soft;

  @Option(
      names = "--hard",
      paramLabel = "RATIO",
      description = "With --compare: end with 1 for medians above this; default 2.")
  private @Nullable Double hard;

  @Option(
      names = {"-q", "--quiet"},
      description = "Show no progress.")
  private boolean quiet;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    if (clients.nameSomebody()) {
      return sideBySide(context);
    }
    GaugeRequest request = request(EnumSet.allOf(RowKind.class));
    Thresholds thresholds = thresholds();
    Optional<Baseline> baseline = baseline(context, request);
    ReportFile file = textIsWanted() ? BreakingCommand.reportFile(context, json) : null;
    ReportFile page = BreakingCommand.pageFile(context, html);
    GaugeReport report = measure(context, request);
    String version = Version.current();
    Optional<Comparison> comparison =
        baseline.map(before -> Comparison.of(before, report, version, thresholds));
    String document = BenchReportJson.render(report, comparison, version);
    context
        .out()
        .print(
            textIsWanted()
                ? BenchText.render(report, comparison, context.columns(), context.paint())
                : document);
    BreakingCommand.write(document, file);
    if (page != null) {
      BreakingCommand.write(BenchPage.render(report, comparison, version), page);
    }
    return exitCode(report, comparison);
  }

  private ExitCode sideBySide(CommandContext context) throws Exception {
    if (compare != null || soft != null || hard != null) {
      throw CommandFailure.usage(
          "what several clients measure is not compared with an earlier run",
          "leave out --compare, --soft and --hard");
    }
    GaugeRequest request = request(ClientsRequest.rows());
    try (Members asked = clients.open(request.directory())) {
      return new ClientsBench(context, json, html, quiet).run(request, asked);
    }
  }

  private boolean textIsWanted() {
    return !ReportFile.STANDARD_OUTPUT.equals(json);
  }

  // ---- what was asked for

  /**
   * @param unnamed the rows that are measured where none is named
   */
  private GaugeRequest request(Set<RowKind> unnamed) throws CommandFailure {
    RawPath path = AgentOptions.place(directory);
    Set<RowKind> chosen = rows == null ? unnamed : named(rows);
    try {
      return new GaugeRequest(path, seconds, blockBytes, chosen);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  private static Set<RowKind> named(List<String> names) throws CommandFailure {
    Stream<String> known = Arrays.stream(RowKind.values()).map(RowKind::id);
    return Set.copyOf(BreakingCommand.chosen("--rows", names, RowKind::withId, known));
  }

  private Thresholds thresholds() throws CommandFailure {
    if (compare == null && (soft != null || hard != null)) {
      throw CommandFailure.usage(
          "--soft and --hard say how much slower than an earlier run", "give it by --compare");
    }
    double most = hard != null ? hard : Math.max(Thresholds.DEFAULT_HARD, soft == null ? 0 : soft);
    double least = soft != null ? soft : Math.min(Thresholds.DEFAULT_SOFT, most);
    try {
      return new Thresholds(least, most);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  private Optional<Baseline> baseline(CommandContext context, GaugeRequest request)
      throws CommandFailure, BindingUnavailableException {
    if (compare == null) {
      return Optional.empty();
    }
    RawPath path = RawArguments.path(compare);
    Baseline before;
    try {
      before =
          Baseline.read(InputFile.read(context.machine().posix(), path, StrictJson.DOCUMENT_LIMIT));
    } catch (PosixException e) {
      throw CommandFailure.usage("--compare: " + e.getMessage(), null);
    } catch (JsonFormatException e) {
      throw CommandFailure.usage(
          "--compare: " + path + " is no document of holdfast bench: " + e.getMessage(),
          "write one with --json");
    }
    if (before.blockBytes() != request.blockBytes()) {
      throw CommandFailure.usage(
          path + " is of blocks of " + before.blockBytes() + " bytes",
          "give --block-size " + before.blockBytes());
    }
    return Optional.of(before);
  }

  // ---- measuring

  private GaugeReport measure(CommandContext context, GaugeRequest request) throws Exception {
    try (ProgressLine line = ProgressLine.on(context, quiet)) {
      return OnSignal.during(
          ending ->
              context
                  .machine()
                  .gauges()
                  .run(request, progress -> line.show(inWords(progress)), ending));
    } catch (PosixException e) {
      throw CommandFailure.environment(
          request.directory() + " cannot be measured: " + e.getMessage(),
          e.errno().equals(Errno.ENOENT) ? "make it first" : null);
    } catch (DurabilityUnknownException | PoisonedException e) {
      throw CommandFailure.environment(
          request.directory() + " cannot be measured: " + e.getMessage(),
          "holdfast qualify shows more");
    }
  }

  private static String inWords(GaugeProgress progress) {
    return "[%s%s] %d of %d, %s: %s; %d s left"
        .formatted(
            "#".repeat(progress.done()),
            "-".repeat(progress.rows() - progress.done()),
            progress.done() + 1,
            progress.rows(),
            progress.kind().id(),
            progress.kind().words(),
            TimeUnit.NANOSECONDS.toSeconds(progress.leftNanos()));
  }

  private static ExitCode exitCode(GaugeReport report, Optional<Comparison> comparison) {
    if (comparison.filter(c -> c.count(Judgement.TOO_SLOW) > 0).isPresent()) {
      return ExitCode.REFUTED;
    }
    return report.hasVoid() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }
}
