package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Units;
import java.util.List;
import java.util.Locale;

/** What came of a campaign, for people. */
public final class CampaignText {

  private static final int INDENT = 2;
  private static final int SHOWN = 20;
  private static final int STEP_WIDTH = 12;
  private static final String ROW = "%10s%11s%8s";
  private static final String PAIR = "%-24s%12s%12s";

  private final int columns;
  private final Paint paint;

  public CampaignText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  /** What is about to be done. */
  public String head(CampaignRequest request, Plan plan) {
    Page page = new Page(columns, paint);
    CampaignWords.asked(request, plan).forEach(field -> page.field(field.label(), field.words()));
    return page.toString();
  }

  /** What it came to. */
  public String result(CampaignResult result) {
    Page page = new Page(columns, paint);
    Audit audit = result.audit();
    CampaignWords.figures(result).forEach(field -> page.field(field.label(), field.words()));
    addSteps(page, audit);
    if (!audit.violations().isEmpty()) {
      page.heading(audit.violations().size() + " broken promises");
      audit.violations().stream().limit(SHOWN).forEach(text -> page.paragraph(INDENT, text));
      if (audit.violations().size() > SHOWN) {
        page.paragraph(INDENT, "and " + (audit.violations().size() - SHOWN) + " more");
      }
    }
    page.raw("");
    page.paragraph(0, CampaignWords.verdict(result, paint));
    return page.toString();
  }

  private void addSteps(Page page, Audit audit) {
    page.raw("");
    page.raw(
        paint.bold(
            " ".repeat(STEP_WIDTH) + String.format(Locale.ROOT, ROW, "p50", "p99", "times")));
    for (String step : CampaignWords.STEPS) {
      page.raw(
          Page.padded(step, STEP_WIDTH)
              + String.format(
                  Locale.ROOT,
                  ROW,
                  Units.duration(audit.percentileNanos(step, CampaignWords.MEDIAN)),
                  Units.duration(audit.percentileNanos(step, CampaignWords.NEARLY_ALL)),
                  audit.steps().getOrDefault(step, List.of()).size()));
    }
  }

  /** What leases of targets were good for: the same work with them and without. */
  public String comparison(CampaignResult with, CampaignResult without) {
    Page page = new Page(columns, paint);
    page.heading("Leases of targets");
    page.raw(String.format(Locale.ROOT, PAIR, "", "with", "without"));
    for (CampaignWords.Pair pair : CampaignWords.comparison(with, without)) {
      page.raw(String.format(Locale.ROOT, PAIR, pair.label(), pair.with(), pair.without()));
    }
    return page.toString();
  }
}
