package io.holdfast.cli.lab;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.lab.lease.LeaseFigure;
import io.holdfast.lab.lease.LeaseOperation;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.LeaseRunResult.Latency;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** What became of the ids of one table as a JSON document; docs/json.md describes its fields. */
public final class LeaseRunReportJson {

  public static final String SCHEMA = "holdfast-lab-leases-v1";

  private LeaseRunReportJson() {}

  /**
   * The whole document.
   *
   * @param version of Holdfast
   * @param kernel release of the running kernel
   */
  public static String render(LeaseRunResult result, String version, String kernel) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          JsonDocument.thisHost(json, kernel);
          asked(json, result.request());
          json.writeNumberField("done", result.done());
          json.writeObjectFieldStart("figures");
          for (LeaseFigure figure : LeaseFigure.values()) {
            json.writeNumberField(figure.id(), result.figure(figure));
          }
          json.writeEndObject();
          JsonDocument.objects(
              json,
              "latencies",
              Arrays.stream(LeaseOperation.values())
                  .filter(result.latencies()::containsKey)
                  .toList(),
              (fields, operation) -> latency(fields, operation, result));
          json.writeNumberField("violation_count", result.violationCount());
          JsonDocument.texts(json, "violations", result.violations());
          json.writeNumberField("elapsed_nanos", result.nanos());
          json.writeStringField("again", result.request().again());
        });
  }

  private static void asked(JsonGenerator json, LeaseRunRequest request) throws IOException {
    json.writeNumberField("seed", request.seed());
    JsonDocument.text(json, "mutant", request.mutant() == null ? null : request.mutant().id());
    JsonDocument.text(
        json, "directory", request.directory() == null ? null : request.directory().toString());
    json.writeStringField("protocol", request.protocol().name().toLowerCase(Locale.ROOT));
    json.writeStringField("mounts", request.mounts().id());
    json.writeStringField("chaos", request.chaosWords());
    json.writeNumberField("processes", request.processes());
    json.writeNumberField("seconds", request.seconds());
    json.writeNumberField("ids", request.ids());
    json.writeNumberField("ttl_nanos", request.ttlMillis() * 1_000_000L);
  }

  private static void latency(JsonGenerator json, LeaseOperation operation, LeaseRunResult result)
      throws IOException {
    Latency latency = result.latencies().getOrDefault(operation, new Latency(0, 0, 0));
    json.writeStringField("operation", operation.id());
    json.writeNumberField("count", latency.count());
    json.writeNumberField("p50_nanos", latency.p50Nanos());
    json.writeNumberField("p99_nanos", latency.p99Nanos());
  }
}
