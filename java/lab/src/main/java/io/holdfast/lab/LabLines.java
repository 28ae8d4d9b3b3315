package io.holdfast.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Events of a run as lines of JSON: between the lab's two processes, and as evidence. */
public final class LabLines {

  private static final JsonFactory JSON = new JsonFactory();

  private LabLines() {}

  /** One line, without its end. */
  public static String write(LabEvent event) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("case", event.caseId());
      if (event instanceof LabEvent.RigUp up) {
        json.writeStringField("event", "up");
        json.writeStringField("directory", up.directory());
      } else if (event instanceof LabEvent.Progress progress) {
        json.writeStringField("event", "progress");
        json.writeStringField("words", progress.words());
      } else if (event instanceof LabEvent.Finished finished) {
        json.writeStringField("event", "finished");
        writeResult(json, finished.result());
      } else if (event instanceof LabEvent.Broken broken) {
        json.writeStringField("event", "broken");
        json.writeStringField("why", broken.why());
      } else if (event instanceof LabEvent.Skipped skipped) {
        json.writeStringField("event", "skipped");
        json.writeStringField("why", skipped.reason());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("a string cannot fail to be written to", e);
    }
    return line.toString();
  }

  /**
   * Reads a line back.
   *
   * @throws IOException when it is not one of {@link #write}
   */
  public static LabEvent read(String line) throws IOException {
    Map<String, Object> fields = readObject(line);
    String caseId = text(fields, "case");
    return switch (text(fields, "event")) {
      case "up" -> new LabEvent.RigUp(caseId, text(fields, "directory"));
      case "progress" -> new LabEvent.Progress(caseId, text(fields, "words"));
      case "finished" -> new LabEvent.Finished(readResult(caseId, fields));
      case "broken" -> new LabEvent.Broken(caseId, text(fields, "why"));
      case "skipped" -> new LabEvent.Skipped(caseId, text(fields, "why"));
      default -> throw new IOException("not an event of the lab: " + line);
    };
  }

  /** An observation alone, for a process that was started to ask. */
  static String writeObservation(String caseId, Observation observed) {
    return write(new LabEvent.Finished(new CaseResult(caseId, "", observed, List.of())));
  }

  // ---- writing

  private static void writeResult(JsonGenerator json, CaseResult result) throws IOException {
    Observation seen = result.observed();
    json.writeStringField("expected", result.expected());
    json.writeStringField("observed", seen.outcome().word());
    json.writeBooleanField("agrees", result.agrees());
    writeTexts(json, "disagreements", result.disagreements());
    json.writeStringField("explanation", seen.explanation());
    json.writeStringField("file_system", seen.fileSystem());
    writeMap(json, "answers", seen.answers());
    writeMap(json, "locks", seen.locks());
    writeTexts(json, "findings", seen.findings());
    writeTexts(json, "left_behind", seen.leftBehind());
    json.writeNumberField("elapsed_nanos", seen.nanos());
  }

  private static void writeTexts(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static void writeMap(JsonGenerator json, String name, Map<String, String> map)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : new TreeMap<>(map).entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  // ---- reading

  private static CaseResult readResult(String caseId, Map<String, Object> fields)
      throws IOException {
    Observation seen =
        new Observation(
            Outcome.ofWord(text(fields, "observed")),
            text(fields, "explanation"),
            text(fields, "file_system"),
            map(fields, "answers"),
            map(fields, "locks"),
            texts(fields, "findings"),
            texts(fields, "left_behind"),
            number(fields, "elapsed_nanos"));
    return new CaseResult(caseId, text(fields, "expected"), seen, texts(fields, "disagreements"));
  }

  private static Map<String, Object> readObject(String line) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not an object: " + line);
      }
      return readFields(parser);
    }
  }

  private static Map<String, Object> readFields(JsonParser parser) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      fields.put(name, readValue(parser));
    }
    return fields;
  }

  private static Object readValue(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> readFields(parser);
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(readValue(parser));
        }
        yield elements;
      }
      case VALUE_NUMBER_INT -> parser.getLongValue();
      default -> parser.getText();
    };
  }

  private static String text(Map<String, Object> fields, String name) throws IOException {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw new IOException("no text '" + name + "'");
  }

  private static long number(Map<String, Object> fields, String name) throws IOException {
    if (fields.get(name) instanceof Long number) {
      return number;
    }
    throw new IOException("no number '" + name + "'");
  }

  private static List<String> texts(Map<String, Object> fields, String name) throws IOException {
    if (fields.get(name) instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    throw new IOException("no list '" + name + "'");
  }

  private static Map<String, String> map(Map<String, Object> fields, String name)
      throws IOException {
    if (fields.get(name) instanceof Map<?, ?> map) {
      Map<String, String> texts = new LinkedHashMap<>();
      map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
      return texts;
    }
    throw new IOException("no object '" + name + "'");
  }
}
