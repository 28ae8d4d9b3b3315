package io.holdfast.cli.bench;

import io.holdfast.gauge.RowKind;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What an earlier run measured, read from its document.
 *
 * @param started when it began
 * @param blockBytes of its rows that write in place
 * @param surroundings what its figures must be read with, by name
 * @param times of the rows that had any
 */
public record Baseline(
    String started, long blockBytes, Map<String, String> surroundings, Map<RowKind, Times> times) {

  /** Median, and the 99th percentile where there was one. */
  public record Times(long p50Nanos, OptionalLong p99Nanos) {}

  public Baseline {
    surroundings = Map.copyOf(surroundings);
    times = Map.copyOf(times);
  }

  /**
   * Reads a document of {@code --json}.
   *
   * @throws JsonFormatException it is none, or one of another schema
   */
  public static Baseline read(byte[] document) throws JsonFormatException {
    JsonObject top = StrictJson.readObject(document);
    String schema = top.get("schema").map(Baseline::text).orElse("none");
    if (!schema.equals(BenchReportJson.SCHEMA)) {
      throw new JsonFormatException("its schema is " + schema + ", not " + BenchReportJson.SCHEMA);
    }
    Map<RowKind, Times> times = new EnumMap<>(RowKind.class);
    for (JsonValue row : list(field(top, BenchReportJson.ROWS))) {
      JsonObject fields = object(row);
      OptionalLong p50 = nanos(fields, BenchReportJson.P50);
      RowKind kind = RowKind.withId(text(field(fields, BenchReportJson.OPERATION))).orElse(null);
      if (kind != null && p50.isPresent()) {
        times.put(kind, new Times(p50.getAsLong(), nanos(fields, BenchReportJson.P99)));
      }
    }
    return new Baseline(
        text(field(top, BenchReportJson.STARTED)),
        whole(field(top, BenchReportJson.BLOCK_BYTES)),
        surroundings(top),
        times);
  }

  private static Map<String, String> surroundings(JsonObject top) throws JsonFormatException {
    JsonObject mount = object(field(top, BenchReportJson.MOUNT));
    List<String> options = new ArrayList<>();
    for (JsonValue option : list(field(mount, "options"))) {
      options.add(text(option));
    }
    Map<String, String> found = new LinkedHashMap<>();
    found.put("file system", text(field(mount, "type")));
    found.put("mount options", String.join(",", options));
    found.put("device", text(field(mount, "source")));
    found.put("write cache", text(field(top, BenchReportJson.WRITE_CACHE)));
    found.put("kernel", text(field(top, BenchReportJson.KERNEL)));
    found.put("binding", text(field(top, BenchReportJson.BINDING)));
    found.put("barrier form", text(field(top, BenchReportJson.BARRIER_FORM)));
    found.put("processors", Long.toString(whole(field(top, BenchReportJson.PROCESSORS))));
    found.put("Java", text(field(top, BenchReportJson.JAVA)));
    found.put("Holdfast", text(field(top, "version")));
    return found;
  }

  private static OptionalLong nanos(JsonObject fields, String name) throws JsonFormatException {
    if (fields.get(name).isEmpty()) {
      return OptionalLong.empty();
    }
    long nanos = whole(field(fields, name));
    if (nanos < 1) {
      throw new JsonFormatException(name + " is " + nanos);
    }
    return OptionalLong.of(nanos);
  }

  private static JsonValue field(JsonObject object, String name) throws JsonFormatException {
    return object.get(name).orElseThrow(() -> new JsonFormatException("it has no " + name));
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString string ? string.text() : "no text";
  }

  private static JsonObject object(JsonValue value) throws JsonFormatException {
    if (value instanceof JsonObject object) {
      return object;
    }
    throw new JsonFormatException("an object is missing in it");
  }

  private static List<JsonValue> list(JsonValue value) throws JsonFormatException {
    if (value instanceof JsonArray array) {
      return array.items();
    }
    throw new JsonFormatException("a list is missing in it");
  }

  private static long whole(JsonValue value) throws JsonFormatException {
    if (value instanceof JsonNumber number) {
      return number
          .toLong()
          .orElseThrow(() -> new JsonFormatException("a whole number is missing in it"));
    }
    throw new JsonFormatException("a number is missing in it");
  }
}
