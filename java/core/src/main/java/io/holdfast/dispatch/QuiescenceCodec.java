package io.holdfast.dispatch;

import io.holdfast.dispatch.Quiescence.Message;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Messages of {@link Quiescence} as frames: one canonical JSON object with exactly the fields of
 * its kind and the work epoch.
 */
public final class QuiescenceCodec {

  /** Longest frame, in bytes. */
  public static final int FRAME_LIMIT = 4096;

  private static final String SCHEMA = "holdfast-quiescence-v1";

  private final String epoch;

  /**
   * @param epoch of the work: frames of another one are refused
   */
  public QuiescenceCodec(String epoch) {
    this.epoch = epoch;
  }

  /** The frame of a message. */
  public byte[] write(Message message) {
    JsonObject fields =
        new JsonObject(
            Map.of(
                "schema", new JsonString(SCHEMA),
                "epoch", new JsonString(epoch),
                "probe", JsonNumber.of(message.probe())));
    if (message instanceof Message.Vote vote) {
      JsonValue view = vote.view().<JsonValue>map(JsonString::new).orElse(JsonLiteral.NULL);
      return CanonicalJson.bytes(fields.with("view", view));
    }
    return CanonicalJson.bytes(
        message instanceof Message.Decision decision
            ? fields.with("commit", decision.commit() ? JsonLiteral.TRUE : JsonLiteral.FALSE)
            : fields);
  }

  /**
   * Reads one.
   *
   * @throws JsonFormatException it is no such message, or of another epoch
   */
  public Message read(byte[] frame) throws JsonFormatException {
    if (frame.length > FRAME_LIMIT) {
      throw new JsonFormatException("longer than " + FRAME_LIMIT + " bytes");
    }
    JsonObject fields = StrictJson.readObject(frame);
    require(fields, "schema", SCHEMA);
    require(fields, "epoch", epoch);
    long probe =
        fields
            .get("probe")
            .filter(JsonNumber.class::isInstance)
            .flatMap(number -> ((JsonNumber) number).toLong())
            .filter(number -> number > 0)
            .orElseThrow(() -> new JsonFormatException("probe is no number greater than 0"));
    Set<String> more = new TreeSet<>(fields.fields().keySet());
    more.removeAll(Set.of("schema", "epoch", "probe"));
    if (more.isEmpty()) {
      return new Message.Probe(probe);
    }
    if (more.equals(Set.of("commit"))) {
      return new Message.Decision(probe, flag(fields.get("commit").orElseThrow()));
    }
    if (more.equals(Set.of("view"))) {
      return new Message.Vote(probe, view(fields.get("view").orElseThrow()));
    }
    throw new JsonFormatException("fields of no message: " + more);
  }

  private static boolean flag(JsonValue value) throws JsonFormatException {
    if (value == JsonLiteral.TRUE || value == JsonLiteral.FALSE) {
      return value == JsonLiteral.TRUE;
    }
    throw new JsonFormatException("commit is neither true nor false");
  }

  private static Optional<String> view(JsonValue value) throws JsonFormatException {
    if (value == JsonLiteral.NULL) {
      return Optional.empty();
    }
    if (value instanceof JsonString text && text.text().length() <= Quiescence.VIEW_LIMIT) {
      return Optional.of(text.text());
    }
    throw new JsonFormatException("view is neither null nor a short string");
  }

  private static void require(JsonObject fields, String name, String value)
      throws JsonFormatException {
    if (!fields.get(name).equals(Optional.of(new JsonString(value)))) {
      throw new JsonFormatException(name + " is not " + value);
    }
  }
}
