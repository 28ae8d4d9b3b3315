package io.holdfast.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.MountFacts;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Verdict;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** The report as a JSON document; docs/json.md describes its fields. */
public final class QualifyJson {

  public static final String SCHEMA = "holdfast-qualify-v1";

  private QualifyJson() {}

  /**
   * The whole document.
   *
   * @param version of Holdfast
   * @param redacted whether {@link Redaction} was applied, told in the document
   */
  public static String render(LocalReport report, String version, boolean redacted) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          subject(json, report, redacted);
          answers(json, report);
          locks(json, report.locks());
          costs(json, report.costs());
          findings(json, report.findings());
        });
  }

  private static void subject(JsonGenerator json, LocalReport report, boolean redacted)
      throws IOException {
    JsonDocument.path(json, "path", report.directory());
    if (report.also() != null) {
      JsonDocument.path(json, "also_path", report.also());
    }
    if (report.publication() != null) {
      JsonDocument.path(json, "publication_path", report.publication());
    }
    json.writeBooleanField("redacted", redacted);
    json.writeStringField("scope", report.scope().id());
    json.writeStringField("profile", report.profile().id());
    json.writeArrayFieldStart("required");
    for (Question question : Question.values()) {
      if (report.profile().required().contains(question)) {
        json.writeString(question.id());
      }
    }
    json.writeEndArray();
    verdict(json, report.verdict());
    json.writeStringField("binding", report.binding());
    json.writeStringField("kernel", report.kernel());
    json.writeStringField("host", report.host());
    json.writeStringField("boot_id", report.bootId());
    json.writeStringField("started", Instant.ofEpochMilli(report.startedMillis()).toString());
    json.writeNumberField("elapsed_nanos", report.elapsedNanos());
    mount(json, "mount", report.mount());
    if (report.alsoMount() != null) {
      mount(json, "also_mount", report.alsoMount());
    }
    if (report.publicationMount() != null) {
      mount(json, "publication_mount", report.publicationMount());
    }
  }

  private static void verdict(JsonGenerator json, Verdict verdict) throws IOException {
    json.writeStringField("verdict", verdict.word());
    if (!verdict.explanation().isEmpty()) {
      json.writeStringField("explanation", verdict.explanation());
    }
  }

  private static void mount(JsonGenerator json, String name, MountFacts mount) throws IOException {
    json.writeObjectFieldStart(name);
    JsonDocument.mount(json, mount);
    json.writeEndObject();
  }

  private static void answers(JsonGenerator json, LocalReport report) throws IOException {
    json.writeArrayFieldStart("answers");
    for (Answer answer : report.answers()) {
      json.writeStartObject();
      json.writeStringField("question", answer.question().id());
      json.writeStringField("asserts", answer.question().title());
      json.writeBooleanField("required", report.profile().required().contains(answer.question()));
      verdict(json, answer.verdict());
      JsonDocument.errno(json, answer.errno());
      json.writeStringField("evidence", answer.evidence());
      json.writeNumberField("elapsed_nanos", answer.nanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void locks(JsonGenerator json, List<LockSummary> locks) throws IOException {
    json.writeArrayFieldStart("locks");
    for (LockSummary lock : locks) {
      json.writeStartObject();
      json.writeStringField("kind", lock.kind().id());
      json.writeStringField("observed", lock.observed().name());
      json.writeStringField("expected", lock.expected());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void costs(JsonGenerator json, List<BarrierCost> costs) throws IOException {
    json.writeArrayFieldStart("costs");
    for (BarrierCost cost : costs) {
      json.writeStartObject();
      json.writeStringField("operation", cost.operation());
      json.writeNumberField("count", cost.count());
      json.writeNumberField("p50_nanos", cost.p50Nanos());
      json.writeNumberField("p99_nanos", cost.p99Nanos());
      JsonDocument.errno(json, cost.errno());
      json.writeBooleanField("implausibly_fast", cost.implausiblyFast());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void findings(JsonGenerator json, List<Finding> findings) throws IOException {
    json.writeArrayFieldStart("findings");
    for (Finding finding : findings) {
      json.writeStartObject();
      json.writeStringField("id", finding.id());
      json.writeStringField("text", finding.text());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
