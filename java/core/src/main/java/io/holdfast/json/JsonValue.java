package io.holdfast.json;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A JSON value. Immutable. */
public sealed interface JsonValue {

  /** An object; its keys are kept in canonical order, by code point. */
  record JsonObject(Map<String, JsonValue> fields) implements JsonValue {

    public JsonObject {
      TreeMap<String, JsonValue> sorted = new TreeMap<>(CanonicalJson.BY_CODE_POINT);
      sorted.putAll(fields);
      fields = Collections.unmodifiableSortedMap(sorted);
    }

    /** The fields in their order, to be changed into those of another object. */
    public SortedMap<String, JsonValue> copyOfFields() {
      TreeMap<String, JsonValue> copy = new TreeMap<>(CanonicalJson.BY_CODE_POINT);
      copy.putAll(fields);
      return copy;
    }

    public Optional<JsonValue> get(String key) {
      return Optional.ofNullable(fields.get(key));
    }

    /** This object with a field set. */
    public JsonObject with(String key, JsonValue value) {
      SortedMap<String, JsonValue> changed = copyOfFields();
      changed.put(key, value);
      return new JsonObject(changed);
    }

    /** This object without a field. */
    public JsonObject without(String key) {
      SortedMap<String, JsonValue> changed = copyOfFields();
      changed.remove(key);
      return new JsonObject(changed);
    }
  }

  record JsonArray(List<JsonValue> items) implements JsonValue {

    public JsonArray {
      items = List.copyOf(items);
    }
  }

  record JsonString(String text) implements JsonValue {}

  /**
   * A number in the spelling in which it was read, so that writing it again changes nothing.
   *
   * @param spelling a number of the JSON grammar
   */
  record JsonNumber(String spelling) implements JsonValue {

    public static JsonNumber of(long number) {
      return new JsonNumber(Long.toString(number));
    }

    /** A finite number, in the shortest decimal spelling that gives it back. */
    public static JsonNumber of(double number) {
      return new JsonNumber(CanonicalJson.spell(number));
    }

    /** The value as a double; infinite when it is too large for one. */
    public double toDouble() {
      return Double.parseDouble(spelling);
    }

    /** The value when it is an integer that fits a long. */
    public Optional<Long> toLong() {
      try {
        return Optional.of(Long.valueOf(spelling));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  enum JsonLiteral implements JsonValue {
    TRUE("true"),
    FALSE("false"),
    NULL("null");

    private final String spelling;

    JsonLiteral(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }
}
