package io.holdfast.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads one JSON value from bytes that may come from anybody. Any thread may use it. */
public final class StrictJson {

  /** Longest document, in bytes. */
  public static final int DOCUMENT_LIMIT = 1024 * 1024;

  /** Deepest nesting of objects and arrays. */
  public static final int DEPTH_LIMIT = 32;

  /** Longest number, in characters. */
  public static final int NUMBER_LIMIT = 64;

  /** Longest string or key, in characters. */
  public static final int STRING_LIMIT = 256 * 1024;

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxDocumentLength(DOCUMENT_LIMIT)
                  .maxNestingDepth(DEPTH_LIMIT)
                  .maxNumberLength(NUMBER_LIMIT)
                  .maxStringLength(STRING_LIMIT)
                  .maxNameLength(STRING_LIMIT)
                  .build())
          .build();

  private static final Pattern PLACE = Pattern.compile("\\[Source: .*?; (line: \\d+, .*?)\\]");

  private StrictJson() {}

  /**
   * Reads a document.
   *
   * @throws JsonFormatException with one reason: too long, not UTF-8, not JSON, a duplicate key,
   *     something behind the value
   */
  public static JsonValue read(byte[] document) throws JsonFormatException {
    if (document.length > DOCUMENT_LIMIT) {
      throw new JsonFormatException("longer than " + DOCUMENT_LIMIT + " bytes");
    }
    try (JsonParser parser = FACTORY.createParser(decode(document))) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new JsonFormatException("empty");
      }
      JsonValue value = value(parser, first);
      if (parser.nextToken() != null) {
        throw new JsonFormatException("something stands behind the value");
      }
      return value;
    } catch (JsonFormatException e) {
      throw e;
    } catch (IOException e) {
      throw new JsonFormatException(firstLine(e));
    }
  }

  /** Reads a document that must be an object. */
  public static JsonObject readObject(byte[] document) throws JsonFormatException {
    if (read(document) instanceof JsonObject object) {
      return object;
    }
    throw new JsonFormatException("not an object");
  }

  private static String decode(byte[] document) throws JsonFormatException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
    } catch (CharacterCodingException e) {
      throw new JsonFormatException("not UTF-8");
    }
  }

  private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
      case VALUE_TRUE -> JsonLiteral.TRUE;
      case VALUE_FALSE -> JsonLiteral.FALSE;
      case VALUE_NULL -> JsonLiteral.NULL;
      default -> throw new JsonFormatException("unexpected " + token);
    };
  }

  private static JsonObject object(JsonParser parser) throws IOException {
    Map<String, JsonValue> fields = new TreeMap<>(CanonicalJson.BY_CODE_POINT);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      fields.put(key, value(parser, parser.nextToken()));
    }
    return new JsonObject(fields);
  }

  private static JsonArray array(JsonParser parser) throws IOException {
    List<JsonValue> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(parser, token));
    }
    return new JsonArray(items);
  }

  /** The reason in one line; of a place, which Jackson does not show, line and column. */
  private static String firstLine(IOException e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return PLACE.matcher(end < 0 ? message : message.substring(0, end)).replaceAll("$1");
  }
}
