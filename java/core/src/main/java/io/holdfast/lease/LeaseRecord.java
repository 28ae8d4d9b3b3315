package io.holdfast.lease;

import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * One valid record: what is known of an id. Immutable.
 *
 * <p>It is the JSON object that was read, so that fields of other writers are kept when it is
 * written again. {@link LeaseCodec} has checked every field that is asked for here.
 */
public final class LeaseRecord {

  static final String SCHEMA = "schema";
  static final String ID = "id";
  static final String STATUS = "status";
  static final String PAYLOAD = "payload";
  static final String OWNER = "owner";
  static final String PREVIOUS_OWNER = "previous_owner";
  static final String WORKER = "worker";
  static final String TOKEN = "token";
  static final String UPDATED = "updated";
  static final String ATTEMPTS = "attempts";
  static final String STEALS = "steals";
  static final String COMMIT = "commit";
  static final String COMPLETED = "completed";
  static final String FENCE = "fence";
  static final String TTL = "ttl";
  static final String SESSION = "session";
  static final String RETIRING = "retiring";

  private final JsonObject fields;

  LeaseRecord(JsonObject fields) {
    this.fields = fields;
  }

  /** The whole record, the fields of other writers included. */
  public JsonObject fields() {
    return fields;
  }

  public WorkId id() {
    return new WorkId(text(ID));
  }

  public LeaseStatus status() {
    return LeaseStatus.ofWord(text(STATUS)).orElseThrow();
  }

  /** What the claim said about the work. */
  public JsonObject payload() {
    return object(PAYLOAD).orElseThrow();
  }

  public String owner() {
    return textOr(OWNER, Claimant.DEFAULT_OWNER);
  }

  /** Who held it before; empty when nobody did. */
  public String previousOwner() {
    return textOr(PREVIOUS_OWNER, "");
  }

  public long worker() {
    return number(WORKER);
  }

  public LeaseToken token() {
    return new LeaseToken(text(TOKEN));
  }

  /** Whether this record was written for the holder of a token. */
  public boolean isHeldBy(LeaseToken token) {
    return text(TOKEN).equals(token.text()) || RetiredId.isTokenOf(this, token);
  }

  /**
   * Whether this is what a tombstone keeps of an id that is done: its status, its number and a
   * digest of its token. Payload, owner and dates are gone.
   */
  public boolean isRetired() {
    return RetiredId.isRetired(this);
  }

  /** Whether the last transition of its history has been made: it is about to be retired. */
  boolean isRetiring() {
    return fields.get(RETIRING).equals(Optional.of(JsonLiteral.TRUE));
  }

  /** When it was claimed or beaten last, in Unix seconds of its writer's clock. */
  public double updatedSeconds() {
    return real(UPDATED).orElseThrow();
  }

  /** How often it was claimed. */
  public long attempts() {
    return number(ATTEMPTS);
  }

  /** How often it went from one owner to another. */
  public long steals() {
    return number(STEALS);
  }

  /** Whether its lease was taken from another owner, whose lease had expired. */
  public boolean isStolen() {
    return !previousOwner().isEmpty() && !previousOwner().equals(owner());
  }

  /** The commit manifest, once committing has begun with one. */
  public Optional<JsonObject> commit() {
    return object(COMMIT);
  }

  /** When it became done, in Unix seconds. */
  public OptionalDouble completedSeconds() {
    return real(COMPLETED);
  }

  /**
   * The fencing number. In a fence table it strictly grows for ever and each is won once, so that
   * an outside resource can refuse smaller ones. In a table with update locks it begins anew when
   * the record was deleted. 0 in records of writers that know no fence.
   */
  public long fence() {
    return number(FENCE);
  }

  /** How long the lease was granted for, in seconds, when the record says so. */
  public OptionalDouble ttlSeconds() {
    return real(TTL);
  }

  /** The session by whose beats this lease lives; empty where its own stamp is beaten. */
  public Optional<String> session() {
    return fields.get(SESSION).map(value -> ((JsonString) value).text());
  }

  /** Begins another version of this record. */
  Change change() {
    return new Change(fields);
  }

  /** A number that every writer gives as an integer; 0 where a record has none. */
  private long number(String key) {
    return fields
        .get(key)
        .flatMap(value -> value instanceof JsonNumber n ? n.toLong() : Optional.empty())
        .orElse(0L);
  }

  private OptionalDouble real(String key) {
    return fields.get(key).isPresent() && fields.get(key).get() instanceof JsonNumber n
        ? OptionalDouble.of(n.toDouble())
        : OptionalDouble.empty();
  }

  private String text(String key) {
    return textOr(key, "");
  }

  private String textOr(String key, String otherwise) {
    return fields
        .get(key)
        .map(v -> v instanceof JsonString s ? s.text() : otherwise)
        .orElse(otherwise);
  }

  private Optional<JsonObject> object(String key) {
    return fields.get(key).map(value -> (JsonObject) value);
  }

  @Override
  public String toString() {
    return id() + " " + status().word() + " by " + owner();
  }

  /** A version of a record in the making; one thread. */
  static final class Change {

    private final SortedMap<String, JsonValue> changed;

    private Change(JsonObject from) {
      changed = from.copyOfFields();
    }

    static Change ofNothing() {
      return new Change(new JsonObject(Map.of()));
    }

    Change set(String key, String text) {
      changed.put(key, new JsonString(text));
      return this;
    }

    Change set(String key, long number) {
      changed.put(key, JsonNumber.of(number));
      return this;
    }

    Change set(String key, double number) {
      changed.put(key, JsonNumber.of(number));
      return this;
    }

    Change set(String key, JsonValue value) {
      changed.put(key, value);
      return this;
    }

    Change remove(String key) {
      changed.remove(key);
      return this;
    }

    LeaseRecord make() {
      return new LeaseRecord(new JsonObject(changed));
    }
  }
}
