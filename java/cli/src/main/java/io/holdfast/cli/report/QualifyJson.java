package io.holdfast.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Verdict;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
          JsonDocument.objects(
              json,
              "answers",
              report.answers(),
              (fields, answer) -> answer(fields, report.profile(), answer));
          JsonDocument.objects(json, "locks", report.locks(), QualifyJson::lock);
          JsonDocument.objects(json, "costs", report.costs(), QualifyJson::cost);
          JsonDocument.objects(json, "findings", report.findings(), QualifyJson::finding);
        });
  }

  /** The document where the directory cannot be asked, and why. */
  public static String renderFailure(
      LocalRequest request, String why, String version, boolean redacted) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          paths(json, request.directory(), request.also(), request.publication());
          json.writeBooleanField("redacted", redacted);
          json.writeStringField("profile", request.profile().id());
          json.writeStringField("error", why);
        });
  }

  private static void paths(
      JsonGenerator json, RawPath directory, @Nullable RawPath also, @Nullable RawPath publication)
      throws IOException {
    JsonDocument.path(json, "path", directory);
    if (also != null) {
      JsonDocument.path(json, "also_path", also);
    }
    if (publication != null) {
      JsonDocument.path(json, "publication_path", publication);
    }
  }

  private static void subject(JsonGenerator json, LocalReport report, boolean redacted)
      throws IOException {
    paths(json, report.directory(), report.also(), report.publication());
    json.writeBooleanField("redacted", redacted);
    json.writeStringField("scope", report.scope().id());
    json.writeStringField("profile", report.profile().id());
    required(json, report.profile());
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

  static void required(JsonGenerator json, Profile profile) throws IOException {
    JsonDocument.texts(
        json,
        "required",
        Stream.of(Question.values())
            .filter(profile.required()::contains)
            .map(Question::id)
            .toList());
  }

  public static void verdict(JsonGenerator json, Verdict verdict) throws IOException {
    json.writeStringField("verdict", verdict.word());
    if (!verdict.explanation().isEmpty()) {
      json.writeStringField("explanation", verdict.explanation());
    }
  }

  static void mount(JsonGenerator json, String name, MountFacts mount) throws IOException {
    json.writeObjectFieldStart(name);
    JsonDocument.mount(json, mount);
    json.writeEndObject();
  }

  static void answer(JsonGenerator json, Profile profile, Answer answer) throws IOException {
    json.writeStringField("question", answer.question().id());
    json.writeStringField("asserts", answer.question().title());
    json.writeBooleanField("required", profile.required().contains(answer.question()));
    verdict(json, answer.verdict());
    JsonDocument.errno(json, answer.errno());
    json.writeStringField("evidence", answer.evidence());
    json.writeNumberField("elapsed_nanos", answer.nanos());
  }

  static void lock(JsonGenerator json, LockSummary lock) throws IOException {
    json.writeStringField("kind", lock.kind().id());
    json.writeStringField("observed", lock.observed().name());
    json.writeStringField("expected", lock.expected());
  }

  private static void cost(JsonGenerator json, BarrierCost cost) throws IOException {
    json.writeStringField("operation", cost.operation());
    json.writeNumberField("count", cost.count());
    json.writeNumberField("p50_nanos", cost.p50Nanos());
    json.writeNumberField("p99_nanos", cost.p99Nanos());
    JsonDocument.errno(json, cost.errno());
    json.writeBooleanField("implausibly_fast", cost.implausiblyFast());
  }

  static void finding(JsonGenerator json, Finding finding) throws IOException {
    json.writeStringField("id", finding.id());
    json.writeStringField("text", finding.text());
  }
}
