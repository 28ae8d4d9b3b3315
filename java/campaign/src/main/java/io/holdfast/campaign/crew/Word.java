package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.JsonFields;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.WorkId;
import java.util.HashMap;
import java.util.Map;

/** What a worker tells its coordinator. */
sealed interface Word {

  /** It is there and has nothing to do. */
  record Ready() implements Word {}

  /** It is done, and durable where the manifest says. */
  record Result(WorkId id, JsonObject manifest) implements Word {}

  /** It came to nothing; the worker has nothing to do. */
  record Failed(WorkId id, String reason) implements Word {}

  /** The answer to {@link Order.End}: its last word. */
  record Ended() implements Word {}

  /** One JSON object in ASCII, without an end of line. */
  default byte[] toBytes() {
    Map<String, JsonValue> fields = new HashMap<>();
    if (this instanceof Result result) {
      fields.put("is", new JsonString("result"));
      fields.put("id", new JsonString(result.id.hex()));
      fields.put("manifest", result.manifest);
    } else if (this instanceof Failed failed) {
      fields.put("is", new JsonString("failed"));
      fields.put("id", new JsonString(failed.id.hex()));
      fields.put("reason", new JsonString(failed.reason));
    } else {
      fields.put("is", new JsonString(this instanceof Ready ? "ready" : "ended"));
    }
    return CanonicalJson.bytes(new JsonObject(fields));
  }

  /**
   * Reads one.
   *
   * @throws JsonFormatException it is none
   */
  static Word of(byte[] message) throws JsonFormatException {
    JsonFields fields = JsonFields.of(message);
    String kind = fields.text("is");
    return switch (kind) {
      case "ready" -> new Ready();
      case "result" -> new Result(Order.workId(fields), fields.object("manifest"));
      case "failed" -> new Failed(Order.workId(fields), fields.text("reason"));
      case "ended" -> new Ended();
      default -> throw new JsonFormatException("is no word of a worker: " + kind);
    };
  }
}
