package io.holdfast.cli;

import io.holdfast.cli.bench.ClientsPage;
import io.holdfast.cli.bench.ClientsReportJson;
import io.holdfast.cli.bench.ClientsText;
import io.holdfast.gauge.ClientsProgress;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.litmus.LitmusException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code holdfast bench} by several clients side by side. */
final class ClientsBench {

  /** How long agents may take to come to all hosts. */
  private static final long INSTALL_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final CommandContext context;
  private final @Nullable String json;
  private final @Nullable String html;
  private final boolean quiet;

  /**
   * @param json where the document goes, as the command line has it; null for nowhere
   * @param html where the page goes
   */
  ClientsBench(
      CommandContext context, @Nullable String json, @Nullable String html, boolean quiet) {
    this.context = context;
    this.json = json;
    this.html = html;
    this.quiet = quiet;
  }

  /** Measures, and tells what came out. */
  ExitCode run(GaugeRequest measured, Members asked) throws Exception {
    ClientsRequest request = request(measured, asked);
    boolean textIsWanted = !ReportFile.STANDARD_OUTPUT.equals(json);
    ReportFile file = textIsWanted ? BreakingCommand.reportFile(context, json) : null;
    ReportFile page = BreakingCommand.pageFile(context, html);
    ClientsReport report = measure(request, asked);
    String version = Version.current();
    String document = ClientsReportJson.render(report, version);
    context
        .out()
        .print(
            textIsWanted
                ? ClientsText.render(report, context.columns(), context.paint())
                : document);
    BreakingCommand.write(document, file);
    if (page != null) {
      BreakingCommand.write(ClientsPage.render(report, version), page);
    }
    return report.hasVoid() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }

  private static ClientsRequest request(GaugeRequest measured, Members asked)
      throws CommandFailure {
    try {
      return new ClientsRequest(measured, asked.all());
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          String.valueOf(e.getMessage()), "on one host, leave out what names clients");
    }
  }

  private ClientsReport measure(ClientsRequest request, Members asked) throws Exception {
    try (ProgressLine line = ProgressLine.on(context, quiet)) {
      asked.install(INSTALL_NANOS);
      return OnSignal.during(
          ending ->
              context
                  .machine()
                  .clientGauges()
                  .run(request, progress -> line.show(inWords(progress)), ending));
    } catch (LitmusException e) {
      throw CommandFailure.environment(String.valueOf(e.getMessage()), null);
    }
  }

  private static String inWords(ClientsProgress progress) {
    return "[%s%s] %s, %s; %d s left"
        .formatted(
            "#".repeat(progress.done()),
            "-".repeat(progress.all() - progress.done()),
            progress.kind().id(),
            progress.clients() == 1 ? "one client alone" : progress.clients() + " clients",
            TimeUnit.NANOSECONDS.toSeconds(progress.leftNanos()));
  }
}
