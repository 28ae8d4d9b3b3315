package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignEnd;
import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.Chaos;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Units;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What came of a campaign, for people. */
public final class CampaignText {

  private static final int INDENT = 2;
  private static final int SHOWN = 20;
  private static final int STEP_WIDTH = 12;
  private static final String ROW = "%10s%11s%8s";
  private static final double MEDIAN = 0.5;
  private static final double NEARLY_ALL = 0.99;

  private final int columns;
  private final Paint paint;

  public CampaignText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  /** What is about to be done. */
  public String head(CampaignRequest request, Plan plan) {
    Page page = new Page(columns, paint);
    page.field("directory", request.directory().toString());
    page.field(
        "work",
        "%d inputs and %d that come out of them, %d targets, %s of work each"
            .formatted(
                plan.items(),
                plan.children(),
                plan.targets(),
                Units.duration(TimeUnit.MILLISECONDS.toNanos(plan.workMillis()))));
    page.field(
        "who",
        "%d coordinators with %d workers each, all of them processes"
            .formatted(request.coordinators(), request.workers()));
    page.field(
        "leases",
        "%s tables of %d shards, ttl %s, targets %s"
            .formatted(
                plan.protocol().name().toLowerCase(Locale.ROOT),
                plan.shards(),
                Units.duration(TimeUnit.MILLISECONDS.toNanos(plan.ttlMillis())),
                plan.targetLeases() ? "leased" : "not leased"));
    if (!request.chaos().isEmpty()) {
      page.field(
          "chaos",
          String.join(", ", request.chaos().stream().sorted().map(Chaos::id).toList())
              + ", seed "
              + request.seed());
    }
    return page.toString();
  }

  /** What it came to. */
  public String result(CampaignResult result) {
    Page page = new Page(columns, paint);
    Audit audit = result.audit();
    addFigures(page, result, audit);
    addSteps(page, audit);
    if (!audit.violations().isEmpty()) {
      page.heading(audit.violations().size() + " broken promises");
      audit.violations().stream().limit(SHOWN).forEach(text -> page.paragraph(INDENT, text));
      if (audit.violations().size() > SHOWN) {
        page.paragraph(INDENT, "and " + (audit.violations().size() - SHOWN) + " more");
      }
    }
    page.raw("");
    page.paragraph(0, sum(result));
    return page.toString();
  }

  private static void addFigures(Page page, CampaignResult result, Audit audit) {
    Map<String, Long> figures = audit.figures();
    page.field(
        "results",
        "%d of %d; sent %d, committed %d, of the dead %d, duplicates avoided %d, stale %d"
            .formatted(
                audit.results(),
                result.plan().results(),
                figure(figures, "sent"),
                figure(figures, "committed"),
                figure(figures, "commits_recovered"),
                figure(figures, "duplicates_avoided"),
                figure(figures, "stale_results")));
    page.field(
        "claims",
        "%d of work, %d of targets; %d conflicts among coordinators, %d within one, %d steals"
            .formatted(
                figure(figures, "work_claims"),
                figure(figures, "target_claims"),
                figure(figures, "conflicts"),
                figure(figures, "local_conflicts"),
                figure(figures, "steals")));
    page.field(
        "filling",
        "%d proposals, %d admitted, %d of them backfills"
            .formatted(
                figure(figures, "proposals"),
                figure(figures, "admitted"),
                figure(figures, "backfills")));
    page.field(
        "heartbeats",
        "%d batches, %d renewals, %d directory syncs, %d avoided, %d failed"
            .formatted(
                both(figures, "heartbeat_batches"),
                both(figures, "heartbeat_renewals"),
                both(figures, "heartbeat_directory_syncs"),
                both(figures, "directory_syncs_avoided"),
                both(figures, "heartbeat_failures")));
    page.field(
        "targets",
        "%d solves, %d of them while another was at it; %s of %s of work wasted"
            .formatted(
                audit.solves(),
                audit.duplicatedSolves(),
                Units.duration(audit.wastedNanos()),
                Units.duration(audit.workNanos())));
    page.field(
        "workers",
        "%d of %d said that they end; %d went before"
            .formatted(audit.acknowledged(), audit.workers(), figure(figures, "workers_gone")));
    if (!result.request().chaos().isEmpty() || result.restarts() > 0) {
      page.field("happened", happened(result));
    }
  }

  private static String happened(CampaignResult result) {
    StringBuilder words = new StringBuilder();
    for (Chaos chaos : Chaos.values()) {
      Integer count = result.troubles().get(chaos);
      if (count != null) {
        words.append(
            switch (chaos) {
              case KILL -> count + " kills; ";
              case STOP -> count + " stops; ";
              case SKEW -> count + " starts with a wrong clock; ";
              case EIO -> count + " starts with failing calls; ";
            });
      }
    }
    return words + "" + result.restarts() + " coordinators started again";
  }

  private static long both(Map<String, Long> figures, String name) {
    return figure(figures, "work_" + name) + figure(figures, "target_" + name);
  }

  private static long figure(Map<String, Long> figures, String name) {
    return figures.getOrDefault(name, 0L);
  }

  private void addSteps(Page page, Audit audit) {
    page.raw("");
    page.raw(
        paint.bold(
            " ".repeat(STEP_WIDTH) + String.format(Locale.ROOT, ROW, "p50", "p99", "times")));
    for (String step : List.of("fill", "claim", "work", "commit", "release")) {
      page.raw(
          Page.padded(step, STEP_WIDTH)
              + String.format(
                  Locale.ROOT,
                  ROW,
                  Units.duration(audit.percentileNanos(step, MEDIAN)),
                  Units.duration(audit.percentileNanos(step, NEARLY_ALL)),
                  audit.steps().getOrDefault(step, List.of()).size()));
    }
  }

  private String sum(CampaignResult result) {
    String time = " (" + Units.duration(result.nanos()) + ")";
    String left = (result.plan().results() - result.audit().results()) + " results are missing";
    return switch (result.end()) {
      case DONE -> paint.good("done: each of the inputs was done once") + time;
      case ENDED -> "ended before the end, " + left + "; run it again to go on" + time;
      case VIOLATED -> paint.bad("broken promises: " + result.audit().violations().size()) + time;
      case FAILED -> paint.bad("failed: " + result.reason()) + ", " + left + time;
      case DISTRUSTED -> paint.bad("not trusted: " + result.reason()) + ", " + left + time;
    };
  }

  /** What leases of targets were good for: the same work with them and without. */
  public String comparison(CampaignResult with, CampaignResult without) {
    Page page = new Page(columns, paint);
    page.heading("Leases of targets");
    page.raw(String.format(Locale.ROOT, "%-24s%12s%12s", "", "with", "without"));
    row(page, "solves", count(with.audit().solves()), count(without.audit().solves()));
    row(
        page,
        "duplicated solves",
        count(with.audit().duplicatedSolves()),
        count(without.audit().duplicatedSolves()));
    row(
        page,
        "wasted worker time",
        Units.duration(with.audit().wastedNanos()),
        Units.duration(without.audit().wastedNanos()));
    row(page, "wasted part", part(with.audit()), part(without.audit()));
    row(page, "time", Units.duration(with.nanos()), Units.duration(without.nanos()));
    return page.toString();
  }

  private static String count(long number) {
    return Long.toString(number);
  }

  private static String part(Audit audit) {
    double part = audit.workNanos() == 0 ? 0 : 100.0 * audit.wastedNanos() / audit.workNanos();
    return String.format(Locale.ROOT, "%.1f %%", part);
  }

  private static void row(Page page, String label, String with, String without) {
    page.raw(String.format(Locale.ROOT, "%-24s%12s%12s", label, with, without));
  }

  /** Whether an end is one that is worth a comparison. */
  public static boolean isComparable(CampaignResult result) {
    return result.end() == CampaignEnd.DONE;
  }
}
