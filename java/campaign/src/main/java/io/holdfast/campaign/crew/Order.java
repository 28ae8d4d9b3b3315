package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.JsonFields;
import io.holdfast.dispatch.Assignment;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.WorkId;
import java.util.HashMap;
import java.util.Map;

/** What a coordinator tells a worker. */
sealed interface Order {

  /** Work on this. */
  record Work(Assignment assignment) implements Order {}

  /** Leave what you work on. */
  record Stop() implements Order {}

  /** It is over; answer, and end. */
  record End() implements Order {}

  /** One JSON object in ASCII, without an end of line. */
  default byte[] toBytes() {
    Map<String, JsonValue> fields = new HashMap<>();
    if (this instanceof Work work) {
      fields.put("do", new JsonString("work"));
      fields.put("id", new JsonString(work.assignment.id().hex()));
      fields.put("payload", work.assignment.payload());
      fields.put("fence", JsonNumber.of(work.assignment.fence()));
    } else {
      fields.put("do", new JsonString(this instanceof Stop ? "stop" : "end"));
    }
    return CanonicalJson.bytes(new JsonObject(fields));
  }

  /**
   * Reads one.
   *
   * @throws JsonFormatException it is none
   */
  static Order of(byte[] message) throws JsonFormatException {
    JsonFields fields = JsonFields.of(message);
    String kind = fields.text("do");
    return switch (kind) {
      case "work" -> new Work(assignment(fields));
      case "stop" -> new Stop();
      case "end" -> new End();
      default -> throw new JsonFormatException("is no order: " + kind);
    };
  }

  private static Assignment assignment(JsonFields fields) throws JsonFormatException {
    return new Assignment(workId(fields), fields.object("payload"), fields.number("fence"));
  }

  /** The id of an order or of a word. */
  static WorkId workId(JsonFields fields) throws JsonFormatException {
    String hex = fields.text("id");
    if (!WorkId.isWorkId(hex)) {
      throw new JsonFormatException("names no work");
    }
    return new WorkId(hex);
  }
}
