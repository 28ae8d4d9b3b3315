package io.holdfast.lab.lease;

import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.RawPath;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one coordinator is told at its start.
 *
 * @param coordinator its number; no two have the same, also of those that follow upon killed ones
 * @param ids there are ids 0 to this, exclusive
 * @param window from how many of the ids that are not done one is chosen
 * @param workMillis how long work on one id takes on average
 */
record CoordinatorTask(
    RawPath table,
    RawPath ledger,
    int coordinator,
    int ids,
    int window,
    Protocol protocol,
    long ttlMillis,
    long workMillis,
    long seed,
    @Nullable LeaseMutant mutant) {

  private static final int SHARDS = 16;
  private static final int COUNT = 10;
  private static final String NONE = "-";

  /** The table that all coordinators share. */
  static TableManifest manifest(Protocol protocol, long ttlMillis) {
    return TableManifest.ofWork()
        .withShardCount(SHARDS)
        .withTtlMillis(ttlMillis)
        .withProtocol(protocol);
  }

  /** What the work on an id is. */
  static JsonObject payload(int number) {
    return new JsonObject(Map.of("number", JsonNumber.of(number)));
  }

  static WorkId id(int number) {
    return WorkId.ofPayload(payload(number));
  }

  /** The number of the work in a payload; IllegalArgumentException where it is none of ours. */
  static int number(JsonObject payload) {
    return payload
        .get("number")
        .filter(JsonNumber.class::isInstance)
        .flatMap(value -> ((JsonNumber) value).toLong())
        .map(Math::toIntExact)
        .orElseThrow(() -> new IllegalArgumentException("no work of the lab"));
  }

  List<String> words() {
    return List.of(
        table.hex(),
        ledger.hex(),
        Integer.toString(coordinator),
        Integer.toString(ids),
        Integer.toString(window),
        protocol.name(),
        Long.toString(ttlMillis),
        Long.toString(workMillis),
        Long.toString(seed),
        mutant == null ? NONE : mutant.id());
  }

  static CoordinatorTask ofWords(List<String> words) {
    if (words.size() != COUNT) {
      throw new IllegalArgumentException("no task: " + words);
    }
    return new CoordinatorTask(
        path(words.get(0)),
        path(words.get(1)),
        Integer.parseInt(words.get(2)),
        Integer.parseInt(words.get(3)),
        Integer.parseInt(words.get(4)),
        Protocol.valueOf(words.get(5)),
        Long.parseLong(words.get(6)),
        Long.parseLong(words.get(7)),
        Long.parseLong(words.get(8)),
        words.get(9).equals(NONE) ? null : LeaseMutant.withId(words.get(9)).orElseThrow());
  }

  private static RawPath path(String hex) {
    return RawPath.of(HexFormat.of().parseHex(hex));
  }
}
