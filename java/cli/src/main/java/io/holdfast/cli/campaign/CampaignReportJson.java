package io.holdfast.cli.campaign;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.Chaos;
import io.holdfast.campaign.Elsewhere;
import io.holdfast.campaign.item.Plan;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.cli.report.JsonDocument;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What came of a campaign as a JSON document; docs/json.md describes its fields. */
public final class CampaignReportJson {

  public static final String SCHEMA = "holdfast-campaign-v1";
  public static final String COMPARISON_SCHEMA = "holdfast-campaign-ablation-v1";

  private static final double MEDIAN = 0.5;
  private static final double NEARLY_ALL = 0.99;

  private CampaignReportJson() {}

  /**
   * One campaign.
   *
   * @param version of Holdfast
   * @param kernel release of the running kernel
   */
  public static String render(CampaignResult result, String version, String kernel) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          JsonDocument.thisHost(json, kernel);
          campaign(json, result);
        });
  }

  /** Two of them that differ in the leases of targets. */
  public static String compare(
      CampaignResult with, CampaignResult without, String version, String kernel) {
    return JsonDocument.render(
        COMPARISON_SCHEMA,
        version,
        json -> {
          JsonDocument.thisHost(json, kernel);
          json.writeObjectFieldStart("with_target_leases");
          campaign(json, with);
          json.writeEndObject();
          json.writeObjectFieldStart("without_target_leases");
          campaign(json, without);
          json.writeEndObject();
        });
  }

  private static void campaign(JsonGenerator json, CampaignResult result) throws IOException {
    JsonDocument.path(json, "path", result.request().directory());
    asked(json, result.request(), result.plan());
    Audit audit = result.audit();
    json.writeStringField("end", result.end().name().toLowerCase(Locale.ROOT));
    JsonDocument.text(json, "reason", result.reason().isEmpty() ? null : result.reason());
    json.writeNumberField("inputs", audit.inputs());
    json.writeNumberField("results", audit.results());
    JsonDocument.texts(json, "violations", audit.violations());
    json.writeNumberField("solves", audit.solves());
    json.writeNumberField("duplicated_solves", audit.duplicatedSolves());
    json.writeNumberField("work_nanos", audit.workNanos());
    json.writeNumberField("wasted_nanos", audit.wastedNanos());
    json.writeNumberField("workers_ended", audit.workers());
    json.writeNumberField("workers_acknowledged", audit.acknowledged());
    json.writeObjectFieldStart("figures");
    for (Map.Entry<String, Long> figure : new TreeMap<>(audit.figures()).entrySet()) {
      json.writeNumberField(figure.getKey(), figure.getValue());
    }
    json.writeEndObject();
    JsonDocument.objects(
        json,
        "steps",
        audit.steps().keySet().stream().sorted().toList(),
        (fields, step) -> step(fields, step, audit));
    json.writeObjectFieldStart("troubles");
    for (Map.Entry<Chaos, Integer> trouble : new TreeMap<>(result.troubles()).entrySet()) {
      json.writeNumberField(trouble.getKey().id(), trouble.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("restarts", result.restarts());
    JsonDocument.texts(json, "leftovers", result.leftovers());
    json.writeNumberField("elapsed_nanos", result.nanos());
  }

  private static void asked(JsonGenerator json, CampaignRequest request, Plan plan)
      throws IOException {
    json.writeStringField("epoch", plan.epoch());
    json.writeNumberField("coordinators", request.coordinators());
    json.writeNumberField("workers", request.workers());
    json.writeBooleanField("mpi", request.mpi().isPresent());
    JsonDocument.texts(
        json, "elsewhere", request.elsewhere().stream().map(Elsewhere::name).toList());
    json.writeNumberField(
        "renew_nanos", TimeUnit.MILLISECONDS.toNanos(request.renewMillis().orElse(0)));
    json.writeNumberField("items", plan.items());
    json.writeNumberField("children", plan.children());
    json.writeNumberField("targets", plan.targets());
    json.writeNumberField("item_bytes", plan.itemBytes());
    json.writeNumberField("work_each_nanos", TimeUnit.MILLISECONDS.toNanos(plan.workMillis()));
    json.writeNumberField("ttl_nanos", TimeUnit.MILLISECONDS.toNanos(plan.ttlMillis()));
    json.writeNumberField("shards", plan.shards());
    json.writeStringField("protocol", plan.protocol().name().toLowerCase(Locale.ROOT));
    json.writeBooleanField("target_leases", plan.targetLeases());
    JsonDocument.texts(json, "chaos", request.chaos().stream().sorted().map(Chaos::id).toList());
    json.writeNumberField("seed", request.seed());
  }

  private static void step(JsonGenerator json, String step, Audit audit) throws IOException {
    json.writeStringField("step", step);
    json.writeNumberField("count", audit.steps().getOrDefault(step, List.of()).size());
    json.writeNumberField("p50_nanos", audit.percentileNanos(step, MEDIAN));
    json.writeNumberField("p99_nanos", audit.percentileNanos(step, NEARLY_ALL));
  }
}
