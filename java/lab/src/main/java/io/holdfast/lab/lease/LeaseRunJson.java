package io.holdfast.lab.lease;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lab.JsonFields;
import io.holdfast.lab.lease.LeaseRunResult.Latency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a run tells, as lines of JSON between the lab's two processes. */
final class LeaseRunJson {

  private LeaseRunJson() {}

  /** One line, without its end. The request is known to whoever reads it. */
  static String write(LeaseRunResult result) {
    Map<String, JsonValue> figures = new TreeMap<>();
    result.figures().forEach((figure, count) -> figures.put(figure.id(), JsonNumber.of(count)));
    List<JsonValue> latencies = new ArrayList<>();
    result.latencies().forEach((operation, latency) -> latencies.add(object(operation, latency)));
    List<JsonValue> violations = new ArrayList<>();
    for (String violation : result.violations()) {
      violations.add(new JsonObject(Map.of("what", new JsonString(violation))));
    }
    return CanonicalJson.text(
        new JsonObject(Map.of("event", new JsonString("finished")))
            .with("done", JsonNumber.of(result.done()))
            .with("figures", new JsonObject(figures))
            .with("latencies", new JsonArray(latencies))
            .with("violation_count", JsonNumber.of(result.violationCount()))
            .with("violations", new JsonArray(violations))
            .with("nanos", JsonNumber.of(result.nanos())));
  }

  private static JsonObject object(LeaseOperation operation, Latency latency) {
    return new JsonObject(Map.of("operation", new JsonString(operation.id())))
        .with("count", JsonNumber.of(latency.count()))
        .with("p50_nanos", JsonNumber.of(latency.p50Nanos()))
        .with("p99_nanos", JsonNumber.of(latency.p99Nanos()));
  }

  /**
   * Reads a line of {@link #write} back.
   *
   * @throws IOException when it is none
   */
  static LeaseRunResult read(String line, LeaseRunRequest request) throws IOException {
    return JsonFields.read(line, fields -> result(fields, request));
  }

  private static LeaseRunResult result(JsonFields fields, LeaseRunRequest request) {
    Map<LeaseFigure, Long> figures = new EnumMap<>(LeaseFigure.class);
    JsonFields counts = fields.object("figures");
    for (LeaseFigure figure : LeaseFigure.values()) {
      figures.put(figure, counts.longNumber(figure.id()));
    }
    Map<LeaseOperation, Latency> latencies = new EnumMap<>(LeaseOperation.class);
    for (JsonFields latency : fields.objects("latencies")) {
      for (LeaseOperation operation : LeaseOperation.values()) {
        if (operation.id().equals(latency.text("operation"))) {
          latencies.put(
              operation,
              new Latency(
                  latency.longNumber("count"),
                  latency.longNumber("p50_nanos"),
                  latency.longNumber("p99_nanos")));
        }
      }
    }
    return new LeaseRunResult(
        request,
        fields.number("done"),
        figures,
        latencies,
        fields.number("violation_count"),
        fields.objects("violations").stream().map(found -> found.text("what")).toList(),
        fields.longNumber("nanos"));
  }

  /** One line, without its end. */
  static String progress(LeaseProgress progress) {
    return CanonicalJson.text(
        new JsonObject(Map.of("event", new JsonString("progress")))
            .with("seconds", JsonNumber.of(progress.seconds()))
            .with("done", JsonNumber.of(progress.done()))
            .with("kills", JsonNumber.of(progress.kills()))
            .with("stops", JsonNumber.of(progress.stops())));
  }

  /** What a line of {@link #progress} tells; empty for any other line. */
  static Optional<LeaseProgress> readProgress(String line) throws IOException {
    return JsonFields.read(
        line,
        fields ->
            fields.text("event").equals("progress")
                ? Optional.of(
                    new LeaseProgress(
                        fields.number("seconds"),
                        fields.number("done"),
                        fields.number("kills"),
                        fields.number("stops")))
                : Optional.empty());
  }
}
