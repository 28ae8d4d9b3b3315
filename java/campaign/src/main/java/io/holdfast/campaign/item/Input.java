package io.holdfast.campaign.item;

import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.TargetContract;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.result.ContentHash;
import io.holdfast.target.TargetGroup.Action;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Something that is to be worked on: a public content, named by its digest.
 *
 * @param number which of its generation
 * @param generation 0 at the beginning, 1 for what came out of those
 * @param targets what working on it tries to solve: one or two
 * @param filler what is hashed, as hex digits
 */
public record Input(int number, int generation, List<Long> targets, String filler) {

  static final String SCHEMA = "holdfast-campaign-input-v1";

  private static final String SOLVE = "solve";

  public Input {
    targets = List.copyOf(targets);
  }

  /** The one of a number at the beginning of a campaign. */
  public static Input first(Plan plan, int number) {
    return of(plan, number, 0);
  }

  /**
   * What comes out of working on this one; the same for several, and of a second generation only
   * itself, so that a campaign ends.
   */
  public List<Input> children(Plan plan) {
    return plan.children() == 0 ? List.of() : List.of(of(plan, number % plan.children(), 1));
  }

  private static Input of(Plan plan, int number, int generation) {
    SplittableRandom random = new SplittableRandom(((long) generation << Integer.SIZE) + number);
    long primary = random.nextLong(1, plan.targets() + 1L);
    long second = random.nextLong(1, plan.targets() + 1L);
    byte[] filler = new byte[(plan.itemBytes() + 1) / 2];
    random.nextBytes(filler);
    List<Long> targets = primary == second ? List.of(primary) : List.of(primary, second);
    return new Input(number, generation, targets, HexFormat.of().formatHex(filler));
  }

  /** Its content. */
  public byte[] toBytes() {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema", new JsonString(SCHEMA),
                "number", JsonNumber.of(number),
                "generation", JsonNumber.of(generation),
                "targets", JsonFields.array(targets.stream(), JsonNumber::of),
                "filler", new JsonString(filler))));
  }

  static Input of(JsonFields fields) throws JsonFormatException {
    Input input =
        new Input(
            fields.integer("number"),
            fields.integer("generation"),
            fields.numbers("targets"),
            fields.text("filler"));
    if (input.targets.isEmpty()) {
      throw new JsonFormatException("names no target");
    }
    return input;
  }

  /** The job of working on it. */
  public Job job(ContentHash name) {
    JsonObject work = new JsonObject(Map.of("sha256", new JsonString(name.hex())));
    List<Action> actions =
        targets.stream().skip(1).map(target -> new Action(target, SOLVE)).toList();
    TargetContract contract = new TargetContract(OptionalLong.of(targets.get(0)), actions);
    return new Job(work, contract, new JsonObject(Map.of()));
  }

  /** Which input a job's payload is about. */
  public static ContentHash named(JsonObject payload) throws JsonFormatException {
    String hex = new JsonFields(new JsonFields(payload).object("input")).text("sha256");
    if (!ContentHash.isOne(hex)) {
      throw new JsonFormatException("names no input");
    }
    return new ContentHash(hex);
  }
}
