package io.holdfast.cli.lab;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashResult;
import io.holdfast.lab.crash.CrashResult.Violation;
import io.holdfast.lab.crash.CrashWorkload;
import java.io.IOException;

/** What crashes left as a JSON document; docs/json.md describes its fields. */
public final class CrashReportJson {

  public static final String SCHEMA = "holdfast-lab-crash-v1";

  private CrashReportJson() {}

  /**
   * The whole document.
   *
   * @param version of Holdfast
   * @param kernel release of the running kernel
   */
  public static String render(CrashReport report, String version, String kernel) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          JsonDocument.thisHost(json, kernel);
          json.writeNumberField("seed", report.request().seed());
          JsonDocument.text(json, "mutant", report.request().mutant());
          json.writeNumberField("states_asked", report.request().states());
          json.writeNumberField("states", report.states());
          json.writeNumberField("violating", report.violating());
          json.writeNumberField("unmountable", report.unmountable());
          json.writeNumberField("elapsed_nanos", report.nanos());
          JsonDocument.text(json, "failure", report.failure());
          JsonDocument.objects(json, "runs", report.results(), CrashReportJson::result);
          JsonDocument.objects(json, "broken", report.broken(), CrashReportJson::broken);
          JsonDocument.objects(json, "skipped", report.skipped(), CrashReportJson::skipped);
        });
  }

  private static void result(JsonGenerator json, CrashResult result) throws IOException {
    run(json, result.fileSystem(), result.workload());
    if (result.unit() != 0) {
      json.writeNumberField("unit", result.unit());
    }
    json.writeNumberField("records", result.records());
    json.writeNumberField("states", result.states());
    json.writeNumberField("violating", result.violating());
    json.writeNumberField("unmountable", result.unmountable());
    json.writeNumberField("record_nanos", result.recordNanos());
    json.writeNumberField("check_nanos", result.checkNanos());
    JsonDocument.text(json, "log", result.log());
    JsonDocument.objects(
        json,
        "violations",
        result.violations(),
        (fields, violation) -> violation(fields, result, violation));
  }

  private static void violation(JsonGenerator json, CrashResult result, Violation violation)
      throws IOException {
    json.writeNumberField("state", violation.state());
    json.writeNumberField("records", violation.records());
    json.writeStringField("left", violation.left());
    json.writeStringField("what", violation.what());
    json.writeStringField("again", result.again(violation));
  }

  private static void broken(JsonGenerator json, CrashEvent.Broken broken) throws IOException {
    run(json, broken.fileSystem(), broken.workload());
    json.writeStringField("why", broken.why());
  }

  private static void skipped(JsonGenerator json, CrashEvent.Skipped skipped) throws IOException {
    json.writeStringField("file_system", skipped.fileSystem().id());
    json.writeStringField("why", skipped.reason());
  }

  private static void run(JsonGenerator json, CrashFileSystem type, CrashWorkload workload)
      throws IOException {
    json.writeStringField("file_system", type.id());
    json.writeStringField("workload", workload.id());
  }
}
