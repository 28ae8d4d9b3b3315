package io.holdfast.cli.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.cli.report.QualifyJson;
import io.holdfast.json.CanonicalJson;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.qualification.Capability;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/** What is told for programs; docs/json.md describes the fields. */
public final class WatchJson {

  public static final String SCHEMA = "holdfast-watch-v1";
  public static final String EVIDENCE_SCHEMA = "holdfast-evidence-v1";

  private WatchJson() {}

  /** A document of several lines. */
  public static String document(Watched watched, String version) {
    return JsonDocument.render(SCHEMA, version, json -> fields(json, watched));
  }

  /** The same in one line. */
  public static String line(Watched watched, String version) {
    return JsonDocument.renderLine(SCHEMA, version, json -> fields(json, watched));
  }

  private static void fields(JsonGenerator json, Watched watched) throws IOException {
    json.writeStringField("outcome", watched.outcome().word());
    json.writeStringField("reason", watched.reason());
    json.writeNumberField("generation", watched.generation());
    json.writeStringField("at", Instant.ofEpochMilli(watched.atMillis()).toString());
    validUntil(json, watched);
    json.writeNumberField("elapsed_nanos", watched.elapsedNanos());
    json.writeStringField("epoch", watched.epoch().hex());
    group(json, watched.group());
    evidence(json, watched);
    JsonDocument.objects(json, "members", watched.members(), WatchJson::member);
    JsonDocument.objects(json, "results", watched.results(), WatchJson::result);
    json.writeObjectFieldStart("metrics");
    for (Map.Entry<String, Number> counter : watched.metrics().named().entrySet()) {
      number(json, counter.getKey(), counter.getValue());
    }
    json.writeEndObject();
    if (watched.capability().isPresent()) {
      capability(json, watched.capability().get());
    }
  }

  /**
   * The capability of a generation that qualified the root, and what it is worth as evidence.
   *
   * @param capability of the generation
   */
  public static String evidence(Watched watched, Capability capability, String version) {
    return JsonDocument.render(
        EVIDENCE_SCHEMA,
        version,
        json -> {
          json.writeNumberField("generation", watched.generation());
          json.writeStringField("at", Instant.ofEpochMilli(watched.atMillis()).toString());
          validUntil(json, watched);
          json.writeStringField("epoch", watched.epoch().hex());
          group(json, watched.group());
          evidence(json, watched);
          capability(json, capability);
        });
  }

  private static void validUntil(JsonGenerator json, Watched watched) throws IOException {
    if (watched.validUntilMillis().isPresent()) {
      long millis = watched.validUntilMillis().getAsLong();
      json.writeStringField("valid_until", Instant.ofEpochMilli(millis).toString());
    } else {
      json.writeNullField("valid_until");
    }
  }

  private static void evidence(JsonGenerator json, Watched watched) throws IOException {
    json.writeBooleanField("synthetic_topology", watched.group().isSynthetic());
    json.writeBooleanField("deployment_evidence", watched.isDeploymentEvidence());
    json.writeBooleanField("actual_mpi_transport", watched.group().transport().equals("mpi"));
    json.writeBooleanField("actual_multi_host", watched.isMultiHost());
  }

  private static void capability(JsonGenerator json, Capability capability) throws IOException {
    json.writeFieldName("capability");
    json.writeRawValue(CanonicalJson.text(capability.toJson()));
  }

  private static void group(JsonGenerator json, Watched.Group group) throws IOException {
    json.writeNumberField("rank", group.rank());
    json.writeNumberField("group_size", group.members());
    json.writeStringField("transport", group.transport());
  }

  private static void member(JsonGenerator json, Member member) throws IOException {
    json.writeNumberField("rank", member.rank());
    json.writeStringField("processor", member.processor());
  }

  private static void result(JsonGenerator json, ClusterResult result) throws IOException {
    json.writeStringField("asked", result.asked().name().toLowerCase(Locale.ROOT));
    QualifyJson.verdict(json, result.verdict());
    json.writeBooleanField("clean", result.clean());
    json.writeStringField("last_phase", result.lastPhase().id());
    json.writeArrayFieldStart("representatives");
    for (long representative : result.representatives()) {
      json.writeNumber(representative);
    }
    json.writeEndArray();
    Counts counts = result.counts();
    json.writeNumberField("rounds", counts.rounds());
    json.writeNumberField("contention_checks", counts.contention());
    json.writeNumberField("release_checks", counts.release());
    json.writeNumberField("identity_checks", counts.identity());
    if (!result.transcript().isEmpty()) {
      json.writeStringField("transcript", result.transcript());
    }
    JsonDocument.texts(json, "notes", result.notes());
  }

  private static void number(JsonGenerator json, String name, Number value) throws IOException {
    if (value instanceof Double seconds) {
      json.writeNumberField(name, seconds);
    } else {
      json.writeNumberField(name, value.longValue());
    }
  }
}
