package io.holdfast.cli.campaign;

import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.Chaos;
import io.holdfast.campaign.Elsewhere;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A campaign in words and figures, whatever form they are shown in. */
final class CampaignWords {

  /** Of a row, in their order. */
  static final List<String> STEPS = List.of("fill", "claim", "work", "commit", "release");

  static final double MEDIAN = 0.5;
  static final double NEARLY_ALL = 0.99;

  /** Something, and what is to be said of it. */
  record Field(String label, String words) {}

  /** Something of two campaigns. */
  record Pair(String label, String with, String without) {}

  private CampaignWords() {}

  /** What is about to be done. */
  static List<Field> asked(CampaignRequest request, Plan plan) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("directory", request.directory().toString()));
    fields.add(
        new Field(
            "work",
            "%d inputs and %d that come out of them, %d targets, %s of work each"
                .formatted(
                    plan.items(),
                    plan.children(),
                    plan.targets(),
                    Units.duration(TimeUnit.MILLISECONDS.toNanos(plan.workMillis())))));
    fields.add(
        new Field(
            "who",
            "%d coordinators with %d workers each, all of them %s"
                .formatted(
                    request.coordinators(),
                    request.workers(),
                    request.mpi().isPresent() ? "ranks of an MPI job" : "processes")));
    if (!request.elsewhere().isEmpty()) {
      fields.add(
          new Field(
              "where",
              String.join(", ", request.elsewhere().stream().map(Elsewhere::name).toList())));
    }
    fields.add(
        new Field(
            "leases",
            "%s tables of %d shards, ttl %s, targets %s"
                .formatted(
                    plan.protocol().name().toLowerCase(Locale.ROOT),
                    plan.shards(),
                    Units.duration(TimeUnit.MILLISECONDS.toNanos(plan.ttlMillis())),
                    plan.targetLeases() ? "leased" : "not leased")));
    if (request.renewMillis().isPresent()) {
      long nanos = TimeUnit.MILLISECONDS.toNanos(request.renewMillis().getAsLong());
      fields.add(new Field("qualified", "by all of them together, every " + Units.duration(nanos)));
    }
    if (!request.chaos().isEmpty()) {
      fields.add(
          new Field(
              "chaos",
              String.join(", ", request.chaos().stream().sorted().map(Chaos::id).toList())
                  + ", seed "
                  + request.seed()));
    }
    return fields;
  }

  /** What it came to. */
  static List<Field> figures(CampaignResult result) {
    Audit audit = result.audit();
    Map<String, Long> figures = audit.figures();
    List<Field> fields = new ArrayList<>();
    fields.add(
        new Field(
            "results",
            "%d of %d; sent %d, committed %d, of the dead %d, duplicates avoided %d, stale %d"
                .formatted(
                    audit.results(),
                    result.plan().results(),
                    figure(figures, "sent"),
                    figure(figures, "committed"),
                    figure(figures, "commits_recovered"),
                    figure(figures, "duplicates_avoided"),
                    figure(figures, "stale_results"))));
    fields.add(
        new Field(
            "claims",
            "%d of work, %d of targets; %d conflicts among coordinators, %d within one, %d steals"
                .formatted(
                    figure(figures, "work_claims"),
                    figure(figures, "target_claims"),
                    figure(figures, "conflicts"),
                    figure(figures, "local_conflicts"),
                    figure(figures, "steals"))));
    fields.add(
        new Field(
            "filling",
            "%d proposals, %d admitted, %d of them backfills"
                .formatted(
                    figure(figures, "proposals"),
                    figure(figures, "admitted"),
                    figure(figures, "backfills"))));
    fields.add(
        new Field(
            "heartbeats",
            "%d batches, %d renewals, %d directory syncs, %d avoided, %d failed"
                .formatted(
                    both(figures, "heartbeat_batches"),
                    both(figures, "heartbeat_renewals"),
                    both(figures, "heartbeat_directory_syncs"),
                    both(figures, "directory_syncs_avoided"),
                    both(figures, "heartbeat_failures"))));
    if (result.request().renewMillis().isPresent()) {
      fields.add(
          new Field(
              "renewals",
              "%d, %d failed; %d votes on the end came to nothing"
                  .formatted(
                      figure(figures, "qualification_successes"),
                      figure(figures, "qualification_failures"),
                      figure(figures, "quiescence_aborts"))));
    }
    addEnd(fields, result, audit);
    return fields;
  }

  private static void addEnd(List<Field> fields, CampaignResult result, Audit audit) {
    fields.add(
        new Field(
            "targets",
            "%d solves, %d of them while another was at it; %s of %s of work wasted"
                .formatted(
                    audit.solves(),
                    audit.duplicatedSolves(),
                    Units.duration(audit.wastedNanos()),
                    Units.duration(audit.workNanos()))));
    fields.add(
        new Field(
            "workers",
            "%d of %d said that they end; %d went before"
                .formatted(
                    audit.acknowledged(),
                    audit.workers(),
                    figure(audit.figures(), "workers_gone"))));
    if (!result.request().chaos().isEmpty() || result.restarts() > 0) {
      fields.add(new Field("happened", happened(result)));
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

  /** The verdict in one sentence. */
  static String verdict(CampaignResult result, Paint paint) {
    String time = " (" + Units.duration(result.nanos()) + ")";
    String left = (result.plan().results() - result.audit().results()) + " results are missing";
    return switch (result.end()) {
      case DONE -> paint.good("done: each of the inputs was done once") + time;
      case ENDED -> "ended before the end, " + left + "; run it again to go on" + time;
      case VIOLATED -> paint.bad("broken promises: " + result.audit().violations().size()) + time;
      case FAILED -> paint.bad("failed: " + result.reason()) + ", " + left + time;
      case UNQUALIFIED -> paint.bad("not qualified: " + result.reason()) + ", " + left + time;
      case DISTRUSTED -> paint.bad("not trusted: " + result.reason()) + ", " + left + time;
    };
  }

  /** What leases of targets were good for: the same work with them and without. */
  static List<Pair> comparison(CampaignResult with, CampaignResult without) {
    return List.of(
        new Pair("solves", count(with.audit().solves()), count(without.audit().solves())),
        new Pair(
            "duplicated solves",
            count(with.audit().duplicatedSolves()),
            count(without.audit().duplicatedSolves())),
        new Pair(
            "wasted worker time",
            Units.duration(with.audit().wastedNanos()),
            Units.duration(without.audit().wastedNanos())),
        new Pair("wasted part", part(with.audit()), part(without.audit())),
        new Pair("time", Units.duration(with.nanos()), Units.duration(without.nanos())));
  }

  private static String count(long number) {
    return Long.toString(number);
  }

  private static String part(Audit audit) {
    double part = audit.workNanos() == 0 ? 0 : 100.0 * audit.wastedNanos() / audit.workNanos();
    return String.format(Locale.ROOT, "%.1f %%", part);
  }
}
