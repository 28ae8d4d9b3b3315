package io.holdfast.cli.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.cli.report.JsonDocument;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.Place;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.gauge.Voided;
import io.holdfast.gauge.calls.CountedCall;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What was measured as a JSON document; docs/json.md describes its fields. */
public final class BenchReportJson {

  public static final String SCHEMA = "holdfast-bench-v1";

  /** Names of fields that {@link Baseline} reads as well. */
  static final String KERNEL = "kernel";

  static final String BINDING = "binding";
  static final String MOUNT = "mount";
  static final String WRITE_CACHE = "write_cache";
  static final String BARRIER_FORM = "barrier_form";
  static final String PROCESSORS = "processors";
  static final String JAVA = "java";
  static final String BLOCK_BYTES = "block_bytes";
  static final String STARTED = "started";
  static final String ROWS = "rows";
  static final String OPERATION = "operation";
  static final String P50 = "p50_nanos";
  static final String P99 = "p99_nanos";

  private BenchReportJson() {}

  /**
   * The document.
   *
   * @param version of Holdfast
   * @param comparison with an earlier one, where that was asked for
   */
  public static String render(GaugeReport report, Optional<Comparison> comparison, String version) {
    return JsonDocument.render(
        SCHEMA,
        version,
        json -> {
          place(json, report);
          JsonDocument.objects(json, ROWS, report.rows(), BenchReportJson::row);
          JsonDocument.texts(json, "findings", report.findings());
          if (comparison.isPresent()) {
            comparison(json, comparison.get());
          }
          json.writeNumberField("elapsed_nanos", report.elapsedNanos());
        });
  }

  private static void place(JsonGenerator json, GaugeReport report) throws IOException {
    Place place = report.place();
    JsonDocument.thisHost(json, place.kernel());
    JsonDocument.path(json, "path", report.request().directory());
    json.writeStringField(BINDING, place.binding());
    json.writeObjectFieldStart(MOUNT);
    JsonDocument.mount(json, place.mount());
    json.writeEndObject();
    json.writeStringField(WRITE_CACHE, place.writeCache());
    json.writeStringField(BARRIER_FORM, word(place.support().form()));
    json.writeStringField("barrier", word(place.support().barrier()));
    json.writeBooleanField("unnamed_files", place.support().unnamedFiles());
    json.writeNumberField(PROCESSORS, place.processors());
    json.writeStringField(JAVA, place.java());
    json.writeStringField("load", place.load());
    json.writeStringField(STARTED, Instant.ofEpochMilli(report.startedMillis()).toString());
    json.writeNumberField("seconds", report.request().seconds());
    json.writeNumberField(BLOCK_BYTES, report.request().blockBytes());
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static void row(JsonGenerator json, Row row) throws IOException {
    operation(json, row.kind());
    measured(json, row);
    voided(json, row.voided());
    calls(json, row);
  }

  static void operation(JsonGenerator json, RowKind kind) throws IOException {
    json.writeStringField(OPERATION, kind.id());
    json.writeStringField("does", kind.words());
  }

  static void measured(JsonGenerator json, Row row) throws IOException {
    if (row.latencies().isPresent()) {
      Latencies times = row.latencies().get();
      times(json, times.perSecond(), times);
      json.writeBooleanField("implausible", row.isImplausible());
    }
  }

  static void voided(JsonGenerator json, Optional<Voided> voided) throws IOException {
    if (voided.isPresent()) {
      json.writeStringField("void", voided.get().reason());
      JsonDocument.errno(json, voided.get().errno().orElse(null));
    }
  }

  static void calls(JsonGenerator json, Row row) throws IOException {
    List<CountedCall> calls =
        Arrays.stream(CountedCall.values())
            .filter(call -> row.model().of(call) != 0 || row.counted().of(call) != 0)
            .toList();
    JsonDocument.objects(
        json,
        "calls",
        calls,
        (fields, call) -> {
          fields.writeStringField("call", word(call));
          fields.writeNumberField("model", row.model().of(call));
          fields.writeNumberField("counted", row.counted().of(call));
        });
  }

  static void times(JsonGenerator json, double perSecond, Latencies times) throws IOException {
    json.writeNumberField("count", times.count());
    json.writeNumberField("per_second", perSecond);
    percentile(json, P50, times, Percentile.P50);
    percentile(json, P99, times, Percentile.P99);
    percentile(json, "p999_nanos", times, Percentile.P999);
    json.writeNumberField("max_nanos", times.maxNanos());
  }

  private static void percentile(
      JsonGenerator json, String field, Latencies times, Percentile percentile) throws IOException {
    OptionalLong nanos = times.nanos(percentile);
    if (nanos.isPresent()) {
      json.writeNumberField(field, nanos.getAsLong());
    }
  }

  private static void comparison(JsonGenerator json, Comparison comparison) throws IOException {
    json.writeObjectFieldStart("compared");
    json.writeStringField("with_started", comparison.baseline().started());
    json.writeNumberField("soft", comparison.thresholds().soft());
    json.writeNumberField("hard", comparison.thresholds().hard());
    JsonDocument.texts(json, "differences", comparison.differences());
    JsonDocument.objects(
        json,
        ROWS,
        comparison.rows(),
        (fields, row) -> {
          fields.writeStringField(OPERATION, row.kind().id());
          fields.writeStringField("judgement", word(row.judgement()));
          if (row.p50Ratio().isPresent()) {
            fields.writeNumberField("p50_ratio", row.p50Ratio().getAsDouble());
          }
          if (row.p99Ratio().isPresent()) {
            fields.writeNumberField("p99_ratio", row.p99Ratio().getAsDouble());
          }
        });
    json.writeEndObject();
  }
}
