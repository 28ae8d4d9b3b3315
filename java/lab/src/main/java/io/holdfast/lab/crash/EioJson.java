package io.holdfast.lab.crash;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lab.JsonFields;
import io.holdfast.lab.crash.EioResult.Falsehood;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results as lines of JSON: between the lab's two processes, and as evidence. */
public final class EioJson {

  private EioJson() {}

  /** One line, without its end. */
  public static String write(EioResult result) {
    List<JsonValue> falsehoods = new ArrayList<>();
    for (Falsehood falsehood : result.falsehoods()) {
      falsehoods.add(
          new JsonObject(
              Map.of(
                  "trial",
                  JsonNumber.of(falsehood.trial()),
                  "what",
                  new JsonString(falsehood.what()))));
    }
    return CanonicalJson.text(
        new JsonObject(Map.of("event", new JsonString("finished")))
            .with("file_system", new JsonString(result.fileSystem().id()))
            .with("seed", JsonNumber.of(result.seed()))
            .with("mutant", JsonFields.orNull(result.mutant()))
            .with("trials", JsonNumber.of(result.trials()))
            .with("struck", JsonNumber.of(result.struck()))
            .with("acknowledged", JsonNumber.of(result.acknowledged()))
            .with("refused", JsonNumber.of(result.refused()))
            .with("unknown", JsonNumber.of(result.unknown()))
            .with("false_trials", JsonNumber.of(result.falseTrials()))
            .with("falsehoods", new JsonArray(falsehoods))
            .with("nanos", JsonNumber.of(result.nanos())));
  }

  /**
   * Reads a line back.
   *
   * @throws IOException when it is not one of {@link #write}
   */
  public static EioResult read(String line) throws IOException {
    return JsonFields.read(line, EioJson::result);
  }

  /** One line, without its end. */
  static String progress(int trials) {
    return CanonicalJson.text(
        new JsonObject(
            Map.of("event", new JsonString("progress"), "trials", JsonNumber.of(trials))));
  }

  /** How many trials a line of {@link #progress} tells; empty for any other line. */
  static Optional<Integer> readProgress(String line) throws IOException {
    return JsonFields.read(
        line,
        fields ->
            fields.text("event").equals("progress")
                ? Optional.of(fields.number("trials"))
                : Optional.empty());
  }

  private static EioResult result(JsonFields fields) {
    List<Falsehood> falsehoods = new ArrayList<>();
    for (JsonFields falsehood : fields.objects("falsehoods")) {
      falsehoods.add(new Falsehood(falsehood.number("trial"), falsehood.text("what")));
    }
    return new EioResult(
        CrashJson.fileSystem(fields),
        fields.longNumber("seed"),
        fields.textOrNull("mutant"),
        fields.number("trials"),
        fields.number("struck"),
        fields.longNumber("acknowledged"),
        fields.longNumber("refused"),
        fields.longNumber("unknown"),
        fields.number("false_trials"),
        falsehoods,
        fields.longNumber("nanos"));
  }
}
