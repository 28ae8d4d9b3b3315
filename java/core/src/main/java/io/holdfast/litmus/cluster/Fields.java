package io.holdfast.litmus.cluster;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The fields of an object that has exactly the keys that were expected. */
public final class Fields {

  private final Map<String, JsonValue> values;

  private Fields(Map<String, JsonValue> values) {
    this.values = values;
  }

  /**
   * Takes an object apart.
   *
   * @throws JsonFormatException not an object, or one key more or less
   */
  public static Fields exactly(JsonValue value, String... keys) throws JsonFormatException {
    if (!(value instanceof JsonObject object)) {
      throw new JsonFormatException("not an object");
    }
    Set<String> expected = new TreeSet<>(Arrays.asList(keys));
    if (!object.fields().keySet().equals(expected)) {
      throw new JsonFormatException("has not exactly the fields " + expected);
    }
    return new Fields(object.fields());
  }

  /** A text of at most so many characters. */
  public String text(String key, int limit) throws JsonFormatException {
    if (value(key) instanceof JsonString string && string.text().length() <= limit) {
      return string.text();
    }
    throw new JsonFormatException(key + " is no text of at most " + limit + " characters");
  }

  /** A text that has to be this one. */
  public void constant(String key, String expected) throws JsonFormatException {
    if (!(value(key) instanceof JsonString string) || !string.text().equals(expected)) {
      throw new JsonFormatException(key + " is not " + expected);
    }
  }

  /** An integer from 0 to 2^63 − 1. */
  public long count(String key) throws JsonFormatException {
    if (value(key) instanceof JsonNumber number) {
      long count = number.toLong().orElse(-1L);
      if (count >= 0) {
        return count;
      }
    }
    throw new JsonFormatException(key + " is no integer from 0 to 2^63 - 1");
  }

  /** True or false. */
  public boolean flag(String key) throws JsonFormatException {
    JsonValue value = value(key);
    if (value == JsonLiteral.TRUE || value == JsonLiteral.FALSE) {
      return value == JsonLiteral.TRUE;
    }
    throw new JsonFormatException(key + " is neither true nor false");
  }

  /** The elements of an array. */
  public List<JsonValue> array(String key) throws JsonFormatException {
    if (value(key) instanceof JsonArray array) {
      return array.items();
    }
    throw new JsonFormatException(key + " is no array");
  }

  JsonValue value(String key) throws JsonFormatException {
    JsonValue value = values.get(key);
    if (value == null) {
      throw new JsonFormatException(key + " is missing");
    }
    return value;
  }

  static JsonValue number(long number) {
    return JsonNumber.of(number);
  }

  static JsonValue string(String text) {
    return new JsonString(text);
  }

  static JsonValue bool(boolean flag) {
    return flag ? JsonLiteral.TRUE : JsonLiteral.FALSE;
  }
}
