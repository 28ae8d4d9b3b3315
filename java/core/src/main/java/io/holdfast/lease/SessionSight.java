package io.holdfast.lease;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a look at a session's file saw. Whether its owner lives, one look does not tell.
 *
 * @param id 32 hex digits
 * @param dead whether it was closed or declared dead
 * @param beat the number of its last beat; 0 where it is dead
 * @param content what its owner wrote about itself; empty where the file tells nothing
 */
public record SessionSight(String id, boolean dead, long beat, JsonObject content) {

  static SessionSight of(SessionName name, FileContent content) {
    return new SessionSight(
        name.id(), name.isDead(), name.isDead() ? 0 : name.beat(), parsed(content));
  }

  private static JsonObject parsed(FileContent content) {
    try {
      return content instanceof FileContent.Bytes bytes
          ? StrictJson.readObject(bytes.bytes())
          : new JsonObject(Map.of());
    } catch (JsonFormatException e) {
      return new JsonObject(Map.of());
    }
  }

  /** Who began it, for people. */
  public Optional<String> owner() {
    return text("owner");
  }

  public Optional<String> host() {
    return text("host");
  }

  /** The boot id of its host's kernel. */
  public Optional<String> bootId() {
    return text("boot_id");
  }

  public Optional<Long> pid() {
    return content.get("pid").flatMap(v -> v instanceof JsonNumber n ? n.toLong() : none());
  }

  /** When it began, in Unix seconds of its owner's clock. */
  public OptionalDouble startedSeconds() {
    return content.get("started").orElse(null) instanceof JsonNumber n
        ? OptionalDouble.of(n.toDouble())
        : OptionalDouble.empty();
  }

  /** For how long its owner trusts a beat. */
  OptionalDouble ttlSeconds() {
    return content.get("ttl").orElse(null) instanceof JsonNumber n
        ? OptionalDouble.of(n.toDouble())
        : OptionalDouble.empty();
  }

  private Optional<String> text(String key) {
    return content
        .get(key)
        .flatMap(v -> v instanceof JsonString s ? Optional.of(s.text()) : none());
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }
}
