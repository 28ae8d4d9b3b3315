package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignEnd;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.cli.plot.Plot;
import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.cli.report.Html;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Units;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What came of a campaign as one page of HTML with plots, which stands for itself. */
public final class CampaignPage {

  private static final String TITLE = "holdfast campaign";
  private static final int SHOWN = 200;

  private final Html html = new Html(TITLE);
  private int plots;

  private CampaignPage() {}

  /**
   * Where and when it was.
   *
   * @param version of Holdfast
   * @param kernel release of the running kernel
   * @param epochMillis the time now
   */
  public record Imprint(String version, String kernel, long epochMillis) {}

  /** One campaign. */
  public static String render(CampaignResult result, Imprint imprint) {
    CampaignPage page = new CampaignPage();
    page.addVerdict(result);
    page.addAsked(result, imprint);
    page.addBody(result);
    return page.html.toString();
  }

  /** Two of them that differ in the leases of targets. */
  public static String compare(CampaignResult with, CampaignResult without, Imprint imprint) {
    CampaignPage page = new CampaignPage();
    page.addComparison(with, without);
    page.html.element("h2", "With leases of targets");
    page.addVerdict(with);
    page.addAsked(with, imprint);
    page.addBody(with);
    page.html.element("h2", "Without leases of targets");
    page.addVerdict(without);
    page.addAsked(without, imprint);
    page.addBody(without);
    return page.html.toString();
  }

  private void addVerdict(CampaignResult result) {
    CampaignEnd end = result.end();
    String kind =
        switch (end) {
          case DONE -> "good";
          case ENDED -> "open";
          case VIOLATED, FAILED, UNQUALIFIED, DISTRUSTED -> "bad";
        };
    html.paragraph("verdict " + kind, CampaignWords.verdict(result, Paint.PLAIN));
  }

  private void addAsked(CampaignResult result, Imprint imprint) {
    html.open("table");
    CampaignWords.asked(result.request(), result.plan())
        .forEach(field -> html.row(field.label(), field.words()));
    html.row("kernel", imprint.kernel());
    html.row("holdfast", imprint.version());
    html.row(
        "written",
        Instant.ofEpochMilli(imprint.epochMillis()).truncatedTo(ChronoUnit.SECONDS).toString());
    html.close("table");
  }

  private void addBody(CampaignResult result) {
    Audit audit = result.audit();
    addViolations(audit.violations());
    html.element("h3", "Figures");
    html.open("table");
    CampaignWords.figures(result).forEach(field -> html.row(field.label(), field.words()));
    html.close("table");
    CampaignTimeline timeline = CampaignTimeline.of(result);
    String ofRun =
        timeline.leftOut() == 0
            ? ""
            : " Earlier runs in this directory are left out: %d starts of coordinators."
                .formatted(timeline.leftOut());
    add(
        CampaignPlots.results(timeline),
        "Results that were acknowledged, by coordinator; marks stand where one was killed,"
            + " stopped, or let go on."
            + ofRun);
    add(
        CampaignPlots.busy(timeline),
        "How many workers had something to work on, coordinators one upon the other."
            + " The workers of a coordinator that was killed count until its last line."
            + ofRun);
    addSteps(audit);
    add(
        CampaignPlots.heartbeats(audit),
        "Renewals of leases, and the directory barriers that they had and that one for a whole"
            + " batch saved.");
  }

  private void addViolations(List<String> violations) {
    if (!violations.isEmpty()) {
      html.element("h3", violations.size() + " broken promises");
      html.open("ul");
      violations.stream().limit(SHOWN).forEach(text -> html.element("li", text));
      if (violations.size() > SHOWN) {
        html.element("li", "and " + (violations.size() - SHOWN) + " more");
      }
      html.close("ul");
    }
  }

  private void addSteps(Audit audit) {
    add(
        CampaignPlots.steps(audit),
        "The part of its times, in percent, that a step did not take longer than that.");
    html.open("table");
    html.heads("step", "p50", "p99", "times");
    for (String step : CampaignWords.STEPS) {
      html.figures(
          step,
          Units.duration(audit.percentileNanos(step, CampaignWords.MEDIAN)),
          Units.duration(audit.percentileNanos(step, CampaignWords.NEARLY_ALL)),
          Integer.toString(audit.steps().getOrDefault(step, List.of()).size()));
    }
    html.close("table");
  }

  private void addComparison(CampaignResult with, CampaignResult without) {
    html.open("table");
    html.heads("leases of targets", "with", "without");
    CampaignWords.comparison(with, without)
        .forEach(pair -> html.figures(pair.label(), pair.with(), pair.without()));
    html.close("table");
    add(
        CampaignPlots.duplicates(with, without),
        "How often a worker began on a target while another one was at it.");
    add(CampaignPlots.waste(with, without), "Time of workers on a target that had another one.");
  }

  private void add(Plot plot, String explanation) {
    if (plot.isEmpty()) {
      html.figure(plot.title(), "There is nothing to draw.", "");
    } else {
      html.figure(plot.title(), explanation, PlotDrawer.svg(plot, "plot" + plots++));
    }
  }
}
