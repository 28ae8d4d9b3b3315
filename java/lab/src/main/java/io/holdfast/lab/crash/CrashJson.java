package io.holdfast.lab.crash;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.lab.crash.CrashResult.Violation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Events as lines of JSON: between the lab's two processes, and as evidence. */
public final class CrashJson {

  private CrashJson() {}

  /** One line, without its end. */
  public static String write(CrashEvent event) {
    return CanonicalJson.text(object(event));
  }

  /**
   * Reads a line back.
   *
   * @throws IOException when it is not one of {@link #write}
   */
  public static CrashEvent read(String line) throws IOException {
    try {
      return event(new Fields(StrictJson.readObject(line.getBytes(StandardCharsets.UTF_8))));
    } catch (JsonFormatException | IllegalArgumentException e) {
      throw new IOException("not an event of the lab: " + line, e);
    }
  }

  // ---- writing

  private static JsonObject object(CrashEvent event) {
    if (event instanceof CrashEvent.Progress progress) {
      return run("progress", progress.fileSystem(), progress.workload())
          .with("unit", JsonNumber.of(progress.unit()))
          .with("states", JsonNumber.of(progress.states()))
          .with("of", JsonNumber.of(progress.of()));
    }
    if (event instanceof CrashEvent.Finished finished) {
      return object(finished.result());
    }
    if (event instanceof CrashEvent.Broken broken) {
      return run("broken", broken.fileSystem(), broken.workload())
          .with("why", new JsonString(broken.why()));
    }
    CrashEvent.Skipped skipped = (CrashEvent.Skipped) event;
    return new JsonObject(
        Map.of(
            "event",
            new JsonString("skipped"),
            "file_system",
            new JsonString(skipped.fileSystem().id()),
            "why",
            new JsonString(skipped.reason())));
  }

  private static JsonObject run(String event, CrashFileSystem type, CrashWorkload workload) {
    return new JsonObject(
        Map.of(
            "event",
            new JsonString(event),
            "file_system",
            new JsonString(type.id()),
            "workload",
            new JsonString(workload.id())));
  }

  private static JsonObject object(CrashResult result) {
    List<JsonValue> violations = new ArrayList<>();
    for (Violation violation : result.violations()) {
      violations.add(
          new JsonObject(
              Map.of(
                  "state",
                  JsonNumber.of(violation.state()),
                  "records",
                  JsonNumber.of(violation.records()),
                  "left",
                  new JsonString(violation.left()),
                  "what",
                  new JsonString(violation.what()))));
    }
    return run("finished", result.fileSystem(), result.workload())
        .with("unit", JsonNumber.of(result.unit()))
        .with("seed", JsonNumber.of(result.seed()))
        .with("mutant", text(result.mutant()))
        .with("records", JsonNumber.of(result.records()))
        .with("states", JsonNumber.of(result.states()))
        .with("violating", JsonNumber.of(result.violating()))
        .with("violations", new JsonArray(violations))
        .with("record_nanos", JsonNumber.of(result.recordNanos()))
        .with("check_nanos", JsonNumber.of(result.checkNanos()))
        .with("log", text(result.log()));
  }

  private static JsonValue text(@Nullable String text) {
    return text == null ? JsonLiteral.NULL : new JsonString(text);
  }

  // ---- reading

  private static CrashEvent event(Fields fields) {
    return switch (fields.text("event")) {
      case "progress" ->
          new CrashEvent.Progress(
              fields.fileSystem(),
              fields.workload(),
              fields.number("unit"),
              fields.number("states"),
              fields.number("of"));
      case "finished" -> new CrashEvent.Finished(result(fields));
      case "broken" ->
          new CrashEvent.Broken(fields.fileSystem(), fields.workload(), fields.text("why"));
      case "skipped" -> new CrashEvent.Skipped(fields.fileSystem(), fields.text("why"));
      default -> throw new IllegalArgumentException("no such event");
    };
  }

  private static CrashResult result(Fields fields) {
    List<Violation> violations = new ArrayList<>();
    for (Fields violation : fields.objects("violations")) {
      violations.add(
          new Violation(
              violation.number("state"),
              violation.number("records"),
              violation.text("left"),
              violation.text("what")));
    }
    return new CrashResult(
        fields.fileSystem(),
        fields.workload(),
        fields.number("unit"),
        fields.longNumber("seed"),
        fields.textOrNull("mutant"),
        fields.number("records"),
        fields.number("states"),
        fields.number("violating"),
        violations,
        fields.longNumber("record_nanos"),
        fields.longNumber("check_nanos"),
        fields.textOrNull("log"));
  }

  /** An object's fields; what is missing or of another kind is an IllegalArgumentException. */
  private record Fields(JsonObject object) {

    private <T extends JsonValue> T value(String name, Class<T> kind) {
      return object
          .get(name)
          .filter(kind::isInstance)
          .map(kind::cast)
          .orElseThrow(() -> new IllegalArgumentException("no " + name));
    }

    String text(String name) {
      return value(name, JsonString.class).text();
    }

    @Nullable String textOrNull(String name) {
      Optional<JsonValue> value = object.get(name);
      return value.isPresent() && value.get() == JsonLiteral.NULL ? null : text(name);
    }

    long longNumber(String name) {
      return value(name, JsonNumber.class)
          .toLong()
          .orElseThrow(() -> new IllegalArgumentException("no integer " + name));
    }

    int number(String name) {
      long number = longNumber(name);
      if (number != (int) number) {
        throw new IllegalArgumentException(name + " is too large");
      }
      return (int) number;
    }

    List<Fields> objects(String name) {
      List<Fields> objects = new ArrayList<>();
      for (JsonValue item : value(name, JsonArray.class).items()) {
        if (!(item instanceof JsonObject found)) {
          throw new IllegalArgumentException(name + " holds something else than objects");
        }
        objects.add(new Fields(found));
      }
      return objects;
    }

    CrashFileSystem fileSystem() {
      return CrashFileSystem.withId(text("file_system"))
          .orElseThrow(() -> new IllegalArgumentException("no file system"));
    }

    CrashWorkload workload() {
      return CrashWorkload.withId(text("workload"))
          .orElseThrow(() -> new IllegalArgumentException("no workload"));
    }
  }
}
