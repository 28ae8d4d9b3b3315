package io.holdfast.cli.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.cli.report.QualifyJson;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.Member;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is told for programs; docs/json.md describes the fields. */
public final class WatchJson {

  public static final String SCHEMA = "holdfast-watch-v1";

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
    json.writeNumberField("elapsed_nanos", watched.elapsedNanos());
    json.writeStringField("epoch", watched.epoch().hex());
    group(json, watched.group());
    JsonDocument.objects(json, "members", members(watched), WatchJson::member);
    JsonDocument.objects(json, "results", watched.results(), WatchJson::result);
    json.writeObjectFieldStart("metrics");
    for (Map.Entry<String, Number> counter : watched.metrics().named().entrySet()) {
      number(json, counter.getKey(), counter.getValue());
    }
    json.writeEndObject();
  }

  private static void group(JsonGenerator json, Watched.Group group) throws IOException {
    json.writeNumberField("rank", group.rank());
    json.writeNumberField("group_size", group.members());
    json.writeStringField("transport", group.transport());
    json.writeBooleanField("synthetic_topology", group.isSynthetic());
  }

  private static List<Member> members(Watched watched) {
    List<ClusterResult> results = watched.results();
    return results.isEmpty() ? List.of() : results.get(results.size() - 1).members();
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
