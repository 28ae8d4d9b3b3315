package io.holdfast.cli.lab;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.CaseResult;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.Observation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A run of the lab as a JSON document; docs/json.md describes its fields. */
public final class LabJson {

  public static final String SCHEMA = "holdfast-lab-v1";

  private LabJson() {}

  /**
   * The whole document.
   *
   * @param version of Holdfast
   * @param kernel release of the running kernel
   * @param ends the events that ended the cases
   */
  public static String render(String version, String kernel, List<LabEvent> ends, LabTally tally) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          JsonDocument.thisHost(json, kernel);
          json.writeBooleanField("synthetic_topology", true);
          json.writeBooleanField("actual_multi_host", false);
          json.writeNumberField("agreeing", tally.agreeing());
          json.writeNumberField("differing", tally.differing());
          json.writeNumberField("broken", tally.broken());
          json.writeNumberField("skipped", tally.skipped());
          JsonDocument.objects(json, "cases", ends, LabJson::writeCase);
        });
  }

  private static void writeCase(JsonGenerator json, LabEvent end) throws IOException {
    CaseDescription labCase = KnownCases.named(end.caseId());
    json.writeStringField("id", labCase.id());
    json.writeStringField("storage", labCase.storage());
    json.writeStringField("profile", labCase.profile().id());
    json.writeStringField("expected", labCase.expected().inWords());
    if (end instanceof LabEvent.Finished finished) {
      writeResult(json, finished.result());
    } else if (end instanceof LabEvent.Broken broken) {
      json.writeStringField("end", "broken");
      json.writeStringField("why", broken.why());
    } else if (end instanceof LabEvent.Skipped skipped) {
      json.writeStringField("end", "skipped");
      json.writeStringField("why", skipped.reason());
    }
  }

  private static void writeResult(JsonGenerator json, CaseResult result) throws IOException {
    Observation seen = result.observed();
    json.writeStringField("end", result.agrees() ? "agrees" : "differs");
    JsonDocument.texts(json, "differences", result.disagreements());
    json.writeStringField("observed", seen.outcome().word());
    if (!seen.explanation().isEmpty()) {
      json.writeStringField("explanation", seen.explanation());
    }
    json.writeNumberField("elapsed_nanos", seen.nanos());
    writePairs(json, "answers", "question", "answer", seen.answers());
    writePairs(json, "locks", "kind", "observed", seen.locks());
    JsonDocument.texts(json, "findings", seen.findings());
    JsonDocument.texts(json, "left_behind", seen.leftBehind());
  }

  private static void writePairs(
      JsonGenerator json, String name, String key, String value, Map<String, String> pairs)
      throws IOException {
    JsonDocument.objects(
        json,
        name,
        List.copyOf(new TreeMap<>(pairs).entrySet()),
        (fields, pair) -> {
          fields.writeStringField(key, pair.getKey());
          fields.writeStringField(value, pair.getValue());
        });
  }
}
