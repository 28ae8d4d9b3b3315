package io.holdfast.result;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a commit is to publish: the contents of one sealed stage. It is the commit manifest of a
 * lease's record, so that whoever replays the commit knows as much as its holder did. Immutable.
 *
 * @param workerRank who made the result, at most {@value #RANK_LIMIT}
 * @param stage where the contents are until they are public
 * @param hashes of the contents, at most {@value #HASH_LIMIT}
 * @param generated how many outputs the worker made, equal ones included; for people
 */
public record ResultManifest(
    long workerRank, StageName stage, SortedSet<ContentHash> hashes, long generated) {

  /** The schema of this form. */
  public static final String SCHEMA = "result-commit-v1";

  /** Most contents of one result: as many as fit what a lease keeps of a commit. */
  public static final int HASH_LIMIT = 3_800;

  /** Largest rank of a worker. */
  public static final long RANK_LIMIT = Integer.MAX_VALUE;

  /** Largest number of outputs, which every reader of JSON has exactly. */
  public static final long GENERATED_LIMIT = (1L << 53) - 1;

  private static final Set<String> KEYS =
      Set.of("schema", "worker_rank", "stage", "hashes", "generated");

  public ResultManifest {
    requireRange("worker_rank", workerRank, RANK_LIMIT);
    requireRange("generated", generated, GENERATED_LIMIT);
    if (hashes.size() > HASH_LIMIT) {
      throw new IllegalArgumentException(
          "a result has at most " + HASH_LIMIT + " contents, this has " + hashes.size());
    }
    hashes = Collections.unmodifiableSortedSet(new TreeSet<>(hashes));
  }

  private static void requireRange(String what, long number, long limit) {
    if (number < 0 || number > limit) {
      throw new IllegalArgumentException(what + " is 0 to " + limit + ": " + number);
    }
  }

  /** The canonical form. */
  public JsonObject toJson() {
    List<JsonValue> names = new ArrayList<>();
    hashes.forEach(hash -> names.add(new JsonString(hash.hex())));
    return new JsonObject(
        Map.of(
            "schema", new JsonString(SCHEMA),
            "worker_rank", JsonNumber.of(workerRank),
            "stage", new JsonString(stage.hex()),
            "hashes", new JsonArray(names),
            "generated", JsonNumber.of(generated)));
  }

  /** The canonical form as bytes, for a message. */
  public byte[] toBytes() {
    return CanonicalJson.bytes(toJson());
  }

  /**
   * Reads the canonical form; any other spelling of the same is refused, so that equal results have
   * equal manifests.
   *
   * @throws ResultFormatException it is another form; with one reason
   */
  public static ResultManifest of(JsonObject object) throws ResultFormatException {
    if (!object.fields().keySet().equals(KEYS)) {
      throw new ResultFormatException(
          "has exactly the fields " + new TreeSet<>(KEYS) + ", not " + object.fields().keySet());
    }
    if (!text(object, "schema").equals(SCHEMA)) {
      throw new ResultFormatException("has not the schema " + SCHEMA);
    }
    String stage = text(object, "stage");
    if (!StageName.isOne(stage)) {
      throw new ResultFormatException("names no stage of 32 lower-case hex digits");
    }
    return new ResultManifest(
        number(object, "worker_rank", RANK_LIMIT),
        new StageName(stage),
        hashes(object),
        number(object, "generated", GENERATED_LIMIT));
  }

  /**
   * Reads a message.
   *
   * @throws ResultFormatException it is not the canonical form, byte for byte
   */
  public static ResultManifest of(byte[] message) throws ResultFormatException {
    try {
      ResultManifest manifest = of(StrictJson.readObject(message));
      if (!Arrays.equals(manifest.toBytes(), message)) {
        throw new ResultFormatException("is not in canonical form");
      }
      return manifest;
    } catch (JsonFormatException e) {
      throw new ResultFormatException("is no JSON: " + e.getMessage());
    }
  }

  private static SortedSet<ContentHash> hashes(JsonObject object) throws ResultFormatException {
    if (!(object.fields().get("hashes") instanceof JsonArray array)) {
      throw new ResultFormatException("has hashes that are no array");
    }
    if (array.items().size() > HASH_LIMIT) {
      throw new ResultFormatException("names more than " + HASH_LIMIT + " contents");
    }
    TreeSet<ContentHash> hashes = new TreeSet<>();
    for (JsonValue item : array.items()) {
      if (!(item instanceof JsonString string) || !ContentHash.isOne(string.text())) {
        throw new ResultFormatException("has a hash that is not 64 lower-case hex digits");
      }
      ContentHash hash = new ContentHash(string.text());
      if (!hashes.isEmpty() && hashes.last().compareTo(hash) >= 0) {
        throw new ResultFormatException("has hashes that are not sorted, each once");
      }
      hashes.add(hash);
    }
    return hashes;
  }

  private static String text(JsonObject object, String key) throws ResultFormatException {
    if (object.fields().get(key) instanceof JsonString string) {
      return string.text();
    }
    throw new ResultFormatException("has a " + key + " that is no string");
  }

  private static long number(JsonObject object, String key, long limit)
      throws ResultFormatException {
    if (object.fields().get(key) instanceof JsonNumber number
        && number.toLong().isPresent()
        && number.spelling().equals(Long.toString(number.toLong().get()))) {
      long value = number.toLong().get();
      if (value >= 0 && value <= limit) {
        return value;
      }
    }
    throw new ResultFormatException("has a " + key + " that is no integer from 0 to " + limit);
  }
}
