package io.holdfast.lease;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A record's bytes: canonical JSON and one newline. What is not exactly a valid record is refused
 * with the reason, whoever wrote it; a reader takes it for corruption, never for absence.
 *
 * <p>Immutable; any thread may use it.
 */
public final class LeaseCodec {

  /** Longest record, in bytes, its newline included. */
  public static final int RECORD_LIMIT = StrictJson.DOCUMENT_LIMIT;

  static final int LOCKED_SCHEMA = 1;
  static final int FENCE_SCHEMA = 2;

  private final int schema;

  private LeaseCodec(int schema) {
    this.schema = schema;
  }

  /** Records of tables with update locks, shared with other writers. */
  public static LeaseCodec ofLockedTables() {
    return new LeaseCodec(LOCKED_SCHEMA);
  }

  /** Records of fence tables. Other writers refuse their schema, and so keep their hands off. */
  public static LeaseCodec ofFenceTables() {
    return new LeaseCodec(FENCE_SCHEMA);
  }

  /** What {@code schema} says in these records. */
  public int schema() {
    return schema;
  }

  /**
   * The bytes of a record.
   *
   * @throws IllegalArgumentException it is longer than {@value #RECORD_LIMIT} bytes
   */
  public byte[] encode(LeaseRecord record) {
    byte[] json = CanonicalJson.bytes(record.fields());
    if (json.length >= RECORD_LIMIT) {
      throw new IllegalArgumentException(
          "a record has at most " + RECORD_LIMIT + " bytes, this has " + (json.length + 1));
    }
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  /**
   * Refuses what could be written into a record and not be read again.
   *
   * @param limit most bytes of its canonical JSON
   */
  static void requireReadable(String what, JsonObject content, int limit) {
    JsonObject part = new JsonObject(Map.of(what, content));
    byte[] json = CanonicalJson.bytes(content);
    if (json.length > limit) {
      throw new IllegalArgumentException(
          "a " + what + " has at most " + limit + " bytes, this has " + json.length);
    }
    try {
      if (!StrictJson.readObject(CanonicalJson.bytes(part)).equals(part)) {
        throw new IllegalArgumentException("a " + what + " must be read as it was written");
      }
    } catch (JsonFormatException e) {
      throw new IllegalArgumentException("a " + what + " must be readable: " + e.getMessage());
    }
  }

  /**
   * Reads the record of an id. The last newline may be missing: another writer's record is whole
   * without it.
   *
   * @throws LeaseFormatException the bytes are not a valid record of this id
   */
  public LeaseRecord decode(WorkId id, byte[] bytes) throws LeaseFormatException {
    JsonObject object;
    try {
      object = StrictJson.readObject(bytes);
    } catch (JsonFormatException e) {
      throw new LeaseFormatException("no JSON of a record: " + e.getMessage());
    }
    checkIdentity(id, object);
    checkFields(object);
    return new LeaseRecord(object);
  }

  private void checkIdentity(WorkId id, JsonObject object) throws LeaseFormatException {
    Optional<Long> read =
        object
            .get(LeaseRecord.SCHEMA)
            .flatMap(v -> v instanceof JsonNumber n ? n.toLong() : none());
    require(read.isPresent() && read.get() == schema, "schema is not " + schema);
    require(
        object.get(LeaseRecord.ID).equals(Optional.of(new JsonString(id.hex()))),
        "id is not the one of its name");
  }

  private void checkFields(JsonObject object) throws LeaseFormatException {
    Optional<LeaseStatus> status = text(object, LeaseRecord.STATUS).flatMap(LeaseStatus::ofWord);
    require(status.isPresent(), "status is unknown");
    require(
        schema != LOCKED_SCHEMA || status.get() != LeaseStatus.RELEASED,
        "status released has no place here");
    require(isObject(object, LeaseRecord.PAYLOAD), "payload is not an object");
    require(
        text(object, LeaseRecord.TOKEN).filter(LeaseToken::isToken).isPresent(),
        "token is not a text of 1 to " + LeaseToken.LIMIT + " characters");
    require(isTime(object, LeaseRecord.UPDATED), "updated is not a time");
    require(
        object.get(LeaseRecord.COMMIT).isEmpty() || isObject(object, LeaseRecord.COMMIT),
        "commit is not an object");
    require(
        object.get(LeaseRecord.COMPLETED).isEmpty() || isTime(object, LeaseRecord.COMPLETED),
        "completed is not a time");
    require(
        object.get(LeaseRecord.SESSION).isEmpty() || text(object, LeaseRecord.SESSION).isPresent(),
        "session is not a text");
    require(
        object.get(LeaseRecord.TTL).isEmpty() || isTime(object, LeaseRecord.TTL),
        "ttl is not a duration");
    checkFence(object);
  }

  private static void checkFence(JsonObject object) throws LeaseFormatException {
    Optional<JsonValue> fence = object.get(LeaseRecord.FENCE);
    if (fence.isPresent()) {
      boolean counts =
          fence.get() instanceof JsonNumber n && n.toLong().filter(f -> f >= 0).isPresent();
      require(counts, "fence is not a number of a transition");
    }
  }

  private static Optional<String> text(JsonObject object, String key) {
    return object.get(key).flatMap(v -> v instanceof JsonString s ? Optional.of(s.text()) : none());
  }

  private static boolean isObject(JsonObject object, String key) {
    return object.get(key).filter(JsonObject.class::isInstance).isPresent();
  }

  private static boolean isTime(JsonObject object, String key) {
    return object
        .get(key)
        .filter(v -> v instanceof JsonNumber n && n.toDouble() >= 0 && isFinite(n))
        .isPresent();
  }

  private static boolean isFinite(JsonNumber number) {
    return Double.isFinite(number.toDouble());
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }

  private static void require(boolean holds, String otherwise) throws LeaseFormatException {
    if (!holds) {
      throw new LeaseFormatException(otherwise);
    }
  }
}
