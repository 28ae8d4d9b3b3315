package io.holdfast.lab.crash;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lab.JsonFields;
import io.holdfast.lab.crash.CrashResult.Violation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
    return JsonFields.read(line, CrashJson::event);
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
        .with("mutant", JsonFields.orNull(result.mutant()))
        .with("records", JsonNumber.of(result.records()))
        .with("asked", JsonNumber.of(result.asked()))
        .with("states", JsonNumber.of(result.states()))
        .with("violating", JsonNumber.of(result.violating()))
        .with("unmountable", JsonNumber.of(result.unmountable()))
        .with("violations", new JsonArray(violations))
        .with("record_nanos", JsonNumber.of(result.recordNanos()))
        .with("check_nanos", JsonNumber.of(result.checkNanos()))
        .with("log", JsonFields.orNull(result.log()));
  }

  // ---- reading

  private static CrashEvent event(JsonFields fields) {
    return switch (fields.text("event")) {
      case "progress" ->
          new CrashEvent.Progress(
              fileSystem(fields),
              workload(fields),
              fields.number("unit"),
              fields.number("states"),
              fields.number("of"));
      case "finished" -> new CrashEvent.Finished(result(fields));
      case "broken" ->
          new CrashEvent.Broken(fileSystem(fields), workload(fields), fields.text("why"));
      case "skipped" -> new CrashEvent.Skipped(fileSystem(fields), fields.text("why"));
      default -> throw new IllegalArgumentException("no such event");
    };
  }

  private static CrashResult result(JsonFields fields) {
    List<Violation> violations = new ArrayList<>();
    for (JsonFields violation : fields.objects("violations")) {
      violations.add(
          new Violation(
              violation.number("state"),
              violation.number("records"),
              violation.text("left"),
              violation.text("what")));
    }
    return new CrashResult(
        fileSystem(fields),
        workload(fields),
        fields.number("unit"),
        fields.longNumber("seed"),
        fields.textOrNull("mutant"),
        fields.number("records"),
        fields.number("asked"),
        fields.number("states"),
        fields.number("violating"),
        fields.number("unmountable"),
        violations,
        fields.longNumber("record_nanos"),
        fields.longNumber("check_nanos"),
        fields.textOrNull("log"));
  }

  static CrashFileSystem fileSystem(JsonFields fields) {
    return CrashFileSystem.withId(fields.text("file_system"))
        .orElseThrow(() -> new IllegalArgumentException("no file system"));
  }

  private static CrashWorkload workload(JsonFields fields) {
    return CrashWorkload.withId(fields.text("workload"))
        .orElseThrow(() -> new IllegalArgumentException("no workload"));
  }
}
