package io.holdfast.campaign.item;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.cluster.Exclusion;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What all coordinators of a campaign have to agree on. It is kept in the campaign's directory,
 * made once and never changed.
 *
 * @param epoch names this run: where its tables are
 * @param items how many inputs there are at the beginning
 * @param children how many more come out of them, at most as many as items
 * @param targets among how many targets the inputs are spread
 * @param itemBytes about how large one input is
 * @param workMillis how long a worker works on one, beside reading and hashing it
 * @param ttlMillis of both tables
 * @param shards of both tables
 * @param targetLeases whether target groups are leased among coordinators
 */
public record Plan(
    String epoch,
    int items,
    int children,
    int targets,
    int itemBytes,
    long workMillis,
    long ttlMillis,
    int shards,
    Protocol protocol,
    boolean targetLeases) {

  /** Most inputs at the beginning. */
  public static final int ITEM_LIMIT = 1_000_000;

  /** Most targets. */
  public static final int TARGET_LIMIT = 1_000_000;

  /** Largest input: its content is one JSON document. */
  public static final int ITEM_BYTES_LIMIT = 128 * 1024;

  /** Longest work on one input: an hour. */
  public static final long WORK_LIMIT_MILLIS = 3_600_000;

  private static final String SCHEMA = "holdfast-campaign-plan-v1";
  private static final Pattern EPOCH = Pattern.compile("[0-9a-f]{32}");

  /**
   * @throws IllegalArgumentException with one sentence that names the limit
   */
  public Plan {
    if (!EPOCH.matcher(epoch).matches()) {
      throw new IllegalArgumentException("an epoch is 32 lower-case hex digits: " + epoch);
    }
    require("items", items, 1, ITEM_LIMIT);
    require("children", children, 0, items);
    require("targets", targets, 1, TARGET_LIMIT);
    require("item bytes", itemBytes, 1, ITEM_BYTES_LIMIT);
    require("milliseconds of work", workMillis, 0, WORK_LIMIT_MILLIS);
    require(
        "milliseconds of ttl",
        ttlMillis,
        TableManifest.SHORTEST_TTL_MILLIS,
        TableManifest.LONGEST_TTL_MILLIS);
    require("shards", shards, 1, TableManifest.SHARD_LIMIT);
  }

  private static void require(String what, long number, long least, long most) {
    if (number < least || number > most) {
      throw new IllegalArgumentException(what + ": " + least + " to " + most + ", not " + number);
    }
  }

  /** How many results there are when all is done. */
  public int results() {
    return items + children;
  }

  /** The table of exact work. */
  public TableManifest workTable() {
    return table(TableManifest.ofWork());
  }

  /** The table of targets. */
  public TableManifest targetTable() {
    return table(TableManifest.ofTargets());
  }

  /** What storage has to show before tables of this protocol stand on it. */
  public Profile profile() {
    return protocol == Protocol.FLOCK ? Profile.LEASE_TABLE : Profile.FENCE_TABLE;
  }

  /** What has to be shown between hosts. */
  public Exclusion exclusion() {
    return protocol == Protocol.FLOCK ? Exclusion.FLOCK : Exclusion.NAMES;
  }

  private TableManifest table(TableManifest kind) {
    return kind.withShardCount(shards).withTtlMillis(ttlMillis).withProtocol(protocol);
  }

  /** The document that is kept. */
  public byte[] toBytes() {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.ofEntries(
                Map.entry("schema", new JsonString(SCHEMA)),
                Map.entry("epoch", new JsonString(epoch)),
                Map.entry("items", JsonNumber.of(items)),
                Map.entry("children", JsonNumber.of(children)),
                Map.entry("targets", JsonNumber.of(targets)),
                Map.entry("item_bytes", JsonNumber.of(itemBytes)),
                Map.entry("work_millis", JsonNumber.of(workMillis)),
                Map.entry("ttl_millis", JsonNumber.of(ttlMillis)),
                Map.entry("shards", JsonNumber.of(shards)),
                Map.entry("protocol", new JsonString(protocol.name().toLowerCase(Locale.ROOT))),
                Map.entry("target_leases", targetLeases ? JsonLiteral.TRUE : JsonLiteral.FALSE))));
  }

  /**
   * Reads it.
   *
   * @throws JsonFormatException it is none; with one reason
   */
  public static Plan of(byte[] document) throws JsonFormatException {
    JsonFields fields = JsonFields.of(document).requireSchema(SCHEMA);
    try {
      return new Plan(
          fields.text("epoch"),
          fields.integer("items"),
          fields.integer("children"),
          fields.integer("targets"),
          fields.integer("item_bytes"),
          fields.number("work_millis"),
          fields.number("ttl_millis"),
          fields.integer("shards"),
          Protocol.valueOf(fields.text("protocol").toUpperCase(Locale.ROOT)),
          fields.flag("target_leases"));
    } catch (IllegalArgumentException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()));
    }
  }

  /** The same campaign without leases of targets. */
  public Plan withoutTargetLeases() {
    return new Plan(
        epoch, items, children, targets, itemBytes, workMillis, ttlMillis, shards, protocol, false);
  }
}
