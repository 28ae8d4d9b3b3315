package io.holdfast.campaign.item;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.result.ContentHash;
import java.util.Map;

/**
 * What came of working on an input. It names who did it and under which fence, so that doing it
 * twice and publishing it twice would leave two contents.
 *
 * @param input what was worked on
 * @param digest the SHA-256 of its filler
 * @param coordinator whose worker it was
 * @param worker its number there
 * @param fence of the lease under which it worked
 */
public record Outcome(ContentHash input, String digest, int coordinator, int worker, long fence) {

  static final String SCHEMA = "holdfast-campaign-result-v1";

  /** Its content. */
  public byte[] toBytes() {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema",
                new JsonString(SCHEMA),
                "input",
                new JsonString(input.hex()),
                "digest",
                new JsonString(digest),
                "coordinator",
                JsonNumber.of(coordinator),
                "worker",
                JsonNumber.of(worker),
                "fence",
                JsonNumber.of(fence))));
  }

  static Outcome of(JsonFields fields) throws JsonFormatException {
    String input = fields.text("input");
    if (!ContentHash.isOne(input)) {
      throw new JsonFormatException("names no input");
    }
    return new Outcome(
        new ContentHash(input),
        fields.text("digest"),
        fields.integer("coordinator"),
        fields.integer("worker"),
        fields.number("fence"));
  }
}
