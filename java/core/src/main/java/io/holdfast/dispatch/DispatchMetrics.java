package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.TableMetrics;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All that was counted for a dispatcher up to one moment: by itself, by its scheduler, and by its
 * tables. Counters that move meanwhile may be a step apart.
 *
 * @param here what the dispatcher had when its last turn ended
 * @param rows what became of rows
 * @param proposals what became of proposals
 * @param work of the table of exact work
 * @param targets of the table of targets; empty where none is known
 */
public record DispatchMetrics(
    DispatchStatus.Here here,
    Map<Count, Long> rows,
    Filling.Counts proposals,
    TableMetrics work,
    Optional<TableMetrics> targets) {

  static final String SCHEMA = "holdfast-dispatch-metrics-v1";

  public DispatchMetrics {
    rows = Map.copyOf(rows);
  }

  /** How often a thing has happened. */
  public long of(Count count) {
    return rows.getOrDefault(count, 0L);
  }

  /**
   * As an object: {@code here}, {@code rows}, {@code proposals}, {@code work}, and {@code targets}
   * where they are known.
   */
  public JsonObject toJson() {
    Map<String, Long> named = new LinkedHashMap<>();
    rows.forEach((count, value) -> named.put(count.name().toLowerCase(Locale.ROOT), value));
    Map<String, JsonValue> fields = new TreeMap<>();
    fields.put("schema", new JsonString(SCHEMA));
    fields.put("here", DispatchStatus.numbers(here.named()));
    fields.put("rows", DispatchStatus.numbers(named));
    fields.put("proposals", DispatchStatus.numbers(proposals.named()));
    fields.put("work", json(work));
    targets.ifPresent(table -> fields.put("targets", json(table)));
    return new JsonObject(fields);
  }

  private static JsonObject json(TableMetrics table) {
    return new JsonObject(
        Map.of(
            "leases", DispatchStatus.numbers(table.leases().named()),
            "barriers", DispatchStatus.numbers(table.barriers().named())));
  }
}
