package io.holdfast.lease;

import io.holdfast.durable.DurableOptions;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a table is, agreed once by whoever made it, and kept in {@code table.json}. Immutable.
 *
 * @param shardCount directories over which the records are spread
 * @param ttlMillis for how long a lease is granted by default
 * @param fileMode permission bits of records
 * @param directoryMode permission bits of directories
 */
public record TableManifest(
    Kind kind, Protocol protocol, int shardCount, long ttlMillis, int fileMode, int directoryMode) {

  /** What it is called in the root of its table. */
  public static final String FILE_NAME = "table.json";

  /** Most shards. */
  public static final int SHARD_LIMIT = Shards.LIMIT;

  /** Shortest ttl: one second. */
  public static final long SHORTEST_TTL_MILLIS = 1_000;

  /** Longest ttl: 365 days. */
  public static final long LONGEST_TTL_MILLIS = 365L * 24 * 3_600 * 1_000;

  /** The latest version of tables that this library reads and writes. */
  static final int VERSION = 2;

  /** The version from which on a fence table may have tombstones. */
  private static final int TOMBSTONES_VERSION = 2;

  /** The version of tables with update locks. */
  private static final int LOCKED_VERSION = 1;

  /** Who reads a table must know this version of tables. */
  static final String MIN_READER = "min_reader";

  /** Who changes a table must know this version of tables. */
  static final String MIN_WRITER = "min_writer";

  /** Why a table is refused whose conversion did not come to its end. */
  static final String CONVERTING =
      "the table is being converted: 'holdfast leases DIR convert' goes on with it";

  private static final String SCHEMA = "holdfast-table-v1";
  private static final int PERMISSIONS = 07777;
  private static final int WRITABLE_BY_OTHERS = 02;

  public TableManifest {
    if (shardCount < 1 || shardCount > Shards.LIMIT) {
      throw new IllegalArgumentException("shardCount is 1 to " + Shards.LIMIT + ": " + shardCount);
    }
    checkTtl(ttlMillis);
    if (((fileMode | directoryMode) & ~PERMISSIONS) != 0) {
      throw new IllegalArgumentException("modes have permission bits only");
    }
    if (((fileMode | directoryMode) & WRITABLE_BY_OTHERS) != 0) {
      throw new IllegalArgumentException("no table lets everybody write");
    }
  }

  /** What is leased. */
  public enum Kind {
    WORK,
    TARGET
  }

  /** How a record is changed. */
  public enum Protocol {
    /** By moving a fence; no lock. */
    FENCE,
    /** Under flock(2), shared with writers of other languages. */
    FLOCK,
    /** Under a directory that is made and removed, for storage without flock. */
    MKDIR
  }

  /** A fence table of exact work: 64 shards, two minutes, for its owner alone. */
  public static TableManifest ofWork() {
    return new TableManifest(Kind.WORK, Protocol.FENCE, 64, 120_000, 0600, 0700);
  }

  /** A fence table of targets, else as {@link #ofWork}. */
  public static TableManifest ofTargets() {
    return new TableManifest(Kind.TARGET, Protocol.FENCE, 64, 120_000, 0600, 0700);
  }

  public TableManifest withShardCount(int count) {
    return new TableManifest(kind, protocol, count, ttlMillis, fileMode, directoryMode);
  }

  public TableManifest withTtlMillis(long millis) {
    return new TableManifest(kind, protocol, shardCount, millis, fileMode, directoryMode);
  }

  public TableManifest withProtocol(Protocol other) {
    return new TableManifest(kind, other, shardCount, ttlMillis, fileMode, directoryMode);
  }

  /** How everything in the table is made: with its modes. */
  DurableOptions modes(DurableOptions barriers) {
    return barriers.withModes(fileMode, directoryMode);
  }

  static void checkTtl(long ttlMillis) {
    if (ttlMillis < SHORTEST_TTL_MILLIS || ttlMillis > LONGEST_TTL_MILLIS) {
      throw new IllegalArgumentException(
          "ttlMillis is " + SHORTEST_TTL_MILLIS + " to " + LONGEST_TTL_MILLIS + ": " + ttlMillis);
    }
  }

  /** The bytes of {@code table.json}. */
  byte[] encode(double createdSeconds) {
    Map<String, JsonValue> fields = new TreeMap<>();
    fields.put("schema", new JsonString(SCHEMA));
    fields.put("kind", new JsonString(word(kind)));
    fields.put("protocol", new JsonString(word(protocol)));
    fields.put("shard_count", JsonNumber.of(shardCount));
    fields.put("ttl", JsonNumber.of(ttlMillis / 1e3));
    fields.put("file_mode", new JsonString(Integer.toOctalString(fileMode)));
    fields.put("directory_mode", new JsonString(Integer.toOctalString(directoryMode)));
    fields.put("created", JsonNumber.of(createdSeconds));
    fields.put(MIN_READER, JsonNumber.of(version(protocol)));
    fields.put(MIN_WRITER, JsonNumber.of(version(protocol)));
    return (CanonicalJson.text(new JsonObject(fields)) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** The version that whoever uses a table must know. */
  static int version(Protocol protocol) {
    return protocol == Protocol.FENCE ? TOMBSTONES_VERSION : LOCKED_VERSION;
  }

  /**
   * Refuses a table in which somebody may be at work who knows no tombstones.
   *
   * @param bytes of a {@code table.json} that was read before
   */
  static void requireTombstones(byte[] bytes) throws TableRefusedException {
    if (decode(bytes).protocol() != Protocol.FENCE) {
      throw new TableRefusedException(
          "tables with update locks are not purged: other writers of theirs know no tombstones,"
              + " and what is released is deleted there");
    }
    try {
      JsonObject object = StrictJson.readObject(bytes);
      if (number(object, MIN_READER) < TOMBSTONES_VERSION
          || number(object, MIN_WRITER) < TOMBSTONES_VERSION) {
        throw new TableRefusedException(
            "table.json lets versions of this library in that know no tombstones");
      }
    } catch (JsonFormatException e) {
      throw new TableRefusedException("table.json is corrupt: " + e.getMessage());
    }
  }

  /**
   * Reads {@code table.json}.
   *
   * @throws TableRefusedException it is no manifest, or one of a later version
   */
  static TableManifest decode(byte[] bytes) throws TableRefusedException {
    try {
      JsonObject object = StrictJson.readObject(bytes);
      if (!text(object, "schema").equals(SCHEMA)) {
        throw new TableRefusedException("table.json is not of schema " + SCHEMA);
      }
      if (object.get(ConvertingManifest.CONVERTING).isPresent()) {
        throw new TableRefusedException(CONVERTING);
      }
      if (number(object, MIN_WRITER) > VERSION || number(object, MIN_READER) > VERSION) {
        throw new TableRefusedException("table.json asks for a later version of this library");
      }
      return new TableManifest(
          Kind.valueOf(text(object, "kind").toUpperCase(Locale.ROOT)),
          Protocol.valueOf(text(object, "protocol").toUpperCase(Locale.ROOT)),
          Math.toIntExact(number(object, "shard_count")),
          Math.round(real(object, "ttl") * 1e3),
          Integer.parseInt(text(object, "file_mode"), 8),
          Integer.parseInt(text(object, "directory_mode"), 8));
    } catch (JsonFormatException | IllegalArgumentException | ArithmeticException e) {
      throw new TableRefusedException("table.json is corrupt: " + e.getMessage());
    }
  }

  /**
   * Refuses a table that is another than what this manifest describes; ttl and modes may differ.
   */
  void requireSameTable(TableManifest found) throws TableRefusedException {
    require("kind", kind, found.kind());
    require("protocol", protocol, found.protocol());
    require("shard_count", shardCount, found.shardCount());
  }

  /** This manifest, when it is one of a kind. */
  TableManifest requireKind(Kind meant) throws TableRefusedException {
    require("kind", kind, meant);
    return this;
  }

  private static void require(String what, Object asked, Object found)
      throws TableRefusedException {
    if (!asked.equals(found)) {
      throw new TableRefusedException(
          "the table's " + what + " is " + found + ", not " + asked + " as asked");
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String text(JsonObject object, String key) {
    return object
        .get(key)
        .flatMap(v -> v instanceof JsonString s ? Optional.of(s.text()) : Optional.empty())
        .orElseThrow(() -> new IllegalArgumentException(key + " is missing"));
  }

  private static long number(JsonObject object, String key) {
    return object
        .get(key)
        .flatMap(v -> v instanceof JsonNumber n ? n.toLong() : Optional.empty())
        .orElseThrow(() -> new IllegalArgumentException(key + " is missing"));
  }

  private static double real(JsonObject object, String key) {
    return object
        .get(key)
        .flatMap(v -> v instanceof JsonNumber n ? Optional.of(n.toDouble()) : Optional.empty())
        .orElseThrow(() -> new IllegalArgumentException(key + " is missing"));
  }
}
