package io.holdfast.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the JSON documents have in common; docs/json.md describes every field. */
public final class JsonDocument {

  /** ASCII only: a document may be shown on a terminal, and nothing in it may command that. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** Writes the fields of one element of a list. */
  @FunctionalInterface
  public interface Element<T> {
    void write(JsonGenerator json, T element) throws IOException;
  }

  /** Writes the fields of one object. */
  @FunctionalInterface
  public interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private JsonDocument() {}

  /** One document, indented, that begins with its schema and the version of Holdfast. */
  public static String render(String schema, String version, Fields fields) {
    return render(schema, version, fields, new DefaultPrettyPrinter());
  }

  /** The same in one line, as one of many in a stream. */
  public static String renderLine(String schema, String version, Fields fields) {
    return render(schema, version, fields, new MinimalPrettyPrinter());
  }

  private static String render(
      String schema, String version, Fields fields, PrettyPrinter printer) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.setPrettyPrinter(printer);
      json.writeStartObject();
      json.writeStringField("schema", schema);
      json.writeStringField("version", version);
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text + "\n";
  }

  /** A list of objects. */
  public static <T> void objects(
      JsonGenerator json, String name, List<T> elements, Element<T> fields) throws IOException {
    json.writeArrayFieldStart(name);
    for (T element : elements) {
      json.writeStartObject();
      fields.write(json, element);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** A list of texts. */
  public static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** The head of a document that speaks of this machine: {@code scope} and {@code kernel}. */
  public static void thisHost(JsonGenerator json, String kernel) throws IOException {
    json.writeStringField("scope", "this-host");
    json.writeStringField("kernel", kernel);
  }

  /** A text, or no field for null. */
  public static void text(JsonGenerator json, String name, @Nullable String text)
      throws IOException {
    if (text != null) {
      json.writeStringField(name, text);
    }
  }

  /** {@code name}, and {@code name_hex} where the bytes are not UTF-8. */
  public static void path(JsonGenerator json, String name, RawPath path) throws IOException {
    if (path.isUtf8()) {
      json.writeStringField(name, decoded(path));
    } else {
      json.writeStringField(name, path.toString());
      json.writeStringField(name + "_hex", path.hex());
    }
  }

  /** The bytes as UTF-8, without the escapes that {@link RawPath#toString} makes for people. */
  static String decoded(RawPath path) {
    return new String(path.bytes(), StandardCharsets.UTF_8);
  }

  /** The fields of a mount. */
  public static void mount(JsonGenerator json, MountFacts mount) throws IOException {
    json.writeNumberField("id", mount.mountId());
    json.writeStringField("device", mount.device());
    json.writeStringField("type", mount.type());
    json.writeStringField("source", mount.source());
    json.writeStringField("root", mount.root());
    json.writeStringField("mount_point", mount.mountPoint());
    texts(json, "options", mount.options());
  }

  /** An errno by number and symbol, or no field for null. */
  public static void errno(JsonGenerator json, @Nullable Errno errno) throws IOException {
    if (errno != null) {
      json.writeObjectFieldStart("errno");
      json.writeNumberField("number", errno.number());
      json.writeStringField("symbol", errno.symbol());
      json.writeEndObject();
    }
  }
}
