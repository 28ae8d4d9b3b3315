package io.holdfast.cli.lab;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.EioResult;
import io.holdfast.lab.crash.EioResult.Falsehood;
import java.io.IOException;

/** What failing disks left as a JSON document; docs/json.md describes its fields. */
public final class EioReportJson {

  public static final String SCHEMA = "holdfast-lab-eio-v1";

  private EioReportJson() {}

  /**
   * The whole document.
   *
   * @param version of Holdfast
   * @param kernel release of the running kernel
   */
  public static String render(EioReport report, String version, String kernel) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          JsonDocument.thisHost(json, kernel);
          json.writeNumberField("seed", report.request().seed());
          JsonDocument.text(json, "mutant", report.request().mutant());
          json.writeNumberField("trials_asked", report.request().trials());
          json.writeNumberField("trials", report.trials());
          json.writeNumberField("false_trials", report.falseTrials());
          json.writeNumberField("elapsed_nanos", report.nanos());
          JsonDocument.objects(json, "runs", report.results(), EioReportJson::result);
          JsonDocument.objects(
              json,
              "broken",
              report.broken(),
              (fields, broken) -> reason(fields, broken.fileSystem(), broken.why()));
          JsonDocument.objects(
              json,
              "skipped",
              report.skipped(),
              (fields, skipped) -> reason(fields, skipped.fileSystem(), skipped.reason()));
        });
  }

  private static void result(JsonGenerator json, EioResult result) throws IOException {
    json.writeStringField("file_system", result.fileSystem().id());
    json.writeNumberField("trials", result.trials());
    json.writeNumberField("struck", result.struck());
    json.writeNumberField("acknowledged", result.acknowledged());
    json.writeNumberField("refused", result.refused());
    json.writeNumberField("unknown", result.unknown());
    json.writeNumberField("false_trials", result.falseTrials());
    json.writeNumberField("elapsed_nanos", result.nanos());
    JsonDocument.objects(
        json,
        "falsehoods",
        result.falsehoods(),
        (fields, falsehood) -> falsehood(fields, result, falsehood));
  }

  private static void falsehood(JsonGenerator json, EioResult result, Falsehood falsehood)
      throws IOException {
    json.writeNumberField("trial", falsehood.trial());
    json.writeStringField("what", falsehood.what());
    json.writeStringField("again", result.again(falsehood));
  }

  private static void reason(JsonGenerator json, CrashFileSystem type, String why)
      throws IOException {
    json.writeStringField("file_system", type.id());
    json.writeStringField("why", why);
  }
}
