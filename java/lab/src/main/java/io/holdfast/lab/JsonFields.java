package io.holdfast.lab;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An object's fields; what is missing or of another kind is an IllegalArgumentException. */
public record JsonFields(JsonObject object) {

  /**
   * Reads a line of JSON.
   *
   * @throws IOException when the line is not what the reader wants
   */
  public static <T> T read(String line, Function<JsonFields, T> reader) throws IOException {
    try {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      return reader.apply(new JsonFields(StrictJson.readObject(bytes)));
    } catch (JsonFormatException | IllegalArgumentException e) {
      throw new IOException("not a line of the lab: " + line, e);
    }
  }

  /** A text, or null. */
  public static JsonValue orNull(@Nullable String text) {
    return text == null ? JsonLiteral.NULL : new JsonString(text);
  }

  private <T extends JsonValue> T value(String name, Class<T> kind) {
    return object
        .get(name)
        .filter(kind::isInstance)
        .map(kind::cast)
        .orElseThrow(() -> new IllegalArgumentException("no " + name));
  }

  public String text(String name) {
    return value(name, JsonString.class).text();
  }

  public @Nullable String textOrNull(String name) {
    Optional<JsonValue> value = object.get(name);
    return value.isPresent() && value.get() == JsonLiteral.NULL ? null : text(name);
  }

  public long longNumber(String name) {
    return value(name, JsonNumber.class)
        .toLong()
        .orElseThrow(() -> new IllegalArgumentException("no integer " + name));
  }

  public int number(String name) {
    long number = longNumber(name);
    if (number != (int) number) {
      throw new IllegalArgumentException(name + " is too large");
    }
    return (int) number;
  }

  public JsonFields object(String name) {
    return new JsonFields(value(name, JsonObject.class));
  }

  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (JsonValue item : value(name, JsonArray.class).items()) {
      if (!(item instanceof JsonString found)) {
        throw new IllegalArgumentException(name + " holds something else than texts");
      }
      texts.add(found.text());
    }
    return texts;
  }

  public List<JsonFields> objects(String name) {
    List<JsonFields> objects = new ArrayList<>();
    for (JsonValue item : value(name, JsonArray.class).items()) {
      if (!(item instanceof JsonObject found)) {
        throw new IllegalArgumentException(name + " holds something else than objects");
      }
      objects.add(new JsonFields(found));
    }
    return objects;
  }
}
