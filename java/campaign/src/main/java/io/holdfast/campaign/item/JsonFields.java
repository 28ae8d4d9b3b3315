package io.holdfast.campaign.item;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the fields of an object that has to have them; what is missing is named. */
public record JsonFields(JsonObject object) {

  /** The fields of a document. */
  public static JsonFields of(byte[] document) throws JsonFormatException {
    return new JsonFields(StrictJson.readObject(document));
  }

  /** This document, which must have a certain {@code schema}. */
  public JsonFields requireSchema(String schema) throws JsonFormatException {
    if (!text("schema").equals(schema)) {
      throw new JsonFormatException("has not the schema " + schema);
    }
    return this;
  }

  public String text(String key) throws JsonFormatException {
    if (object.fields().get(key) instanceof JsonString string) {
      return string.text();
    }
    throw new JsonFormatException("has a " + key + " that is no string");
  }

  public long number(String key) throws JsonFormatException {
    if (object.fields().get(key) instanceof JsonNumber number && number.toLong().isPresent()) {
      return number.toLong().get();
    }
    throw new JsonFormatException("has a " + key + " that is no integer");
  }

  /** A number that fits into an int. */
  public int integer(String key) throws JsonFormatException {
    long number = number(key);
    if (number != (int) number) {
      throw new JsonFormatException("has a " + key + " that is too large: " + number);
    }
    return (int) number;
  }

  public boolean flag(String key) throws JsonFormatException {
    if (object.fields().get(key) instanceof JsonLiteral literal && literal != JsonLiteral.NULL) {
      return literal == JsonLiteral.TRUE;
    }
    throw new JsonFormatException("has a " + key + " that is neither true nor false");
  }

  public JsonObject object(String key) throws JsonFormatException {
    if (object.fields().get(key) instanceof JsonObject inner) {
      return inner;
    }
    throw new JsonFormatException("has a " + key + " that is no object");
  }

  public List<Long> numbers(String key) throws JsonFormatException {
    List<Long> numbers = new ArrayList<>();
    for (JsonValue item : items(key)) {
      if (!(item instanceof JsonNumber number) || number.toLong().isEmpty()) {
        throw new JsonFormatException("has " + key + " that are not all integers");
      }
      numbers.add(number.toLong().get());
    }
    return List.copyOf(numbers);
  }

  public List<String> texts(String key) throws JsonFormatException {
    List<String> texts = new ArrayList<>();
    for (JsonValue item : items(key)) {
      if (!(item instanceof JsonString string)) {
        throw new JsonFormatException("has " + key + " that are not all strings");
      }
      texts.add(string.text());
    }
    return List.copyOf(texts);
  }

  private List<JsonValue> items(String key) throws JsonFormatException {
    if (object.fields().get(key) instanceof JsonArray array) {
      return array.items();
    }
    throw new JsonFormatException("has " + key + " that are no array");
  }

  /** An array of values that are made of others. */
  public static <T> JsonArray array(Stream<T> elements, Function<T, JsonValue> value) {
    return new JsonArray(elements.map(value).toList());
  }
}
