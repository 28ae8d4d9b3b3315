package io.holdfast.dispatch;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.RecordCounts;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a dispatcher is at, at one moment: for a log that gets a line now and then.
 *
 * @param owner who the coordinator is, in records
 * @param end why it sends nothing any more; empty while it is running
 * @param generation the last one of the qualification that was completed; empty where there is none
 * @param here what this coordinator has
 * @param work of the table of exact work
 * @param targets of the table of targets; empty where none is known
 */
public record DispatchStatus(
    String owner,
    Dispatcher.State state,
    Optional<DispatchEnd> end,
    OptionalLong generation,
    Here here,
    Table work,
    Optional<Table> targets) {

  static final String SCHEMA = "holdfast-dispatch-status-v1";

  /**
   * What this coordinator has.
   *
   * @param pending jobs that are admitted and not sent
   * @param active jobs that workers have
   * @param committing results on their way into the table
   * @param owed leases that could not be given up yet
   */
  public record Here(int pending, int active, int committing, int owed) {

    Map<String, Long> named() {
      Map<String, Long> named = new LinkedHashMap<>();
      named.put("pending", (long) pending);
      named.put("active", (long) active);
      named.put("committing", (long) committing);
      named.put("owed", (long) owed);
      return named;
    }
  }

  /**
   * One table.
   *
   * @param beats what became of this coordinator's heartbeats
   * @param disk empty where the table was not read
   */
  public record Table(Beats beats, Optional<Disk> disk) {

    static Table of(LeaseCounters.Snapshot counted, Optional<RecordCounts> read) {
      return new Table(Beats.of(counted), read.map(Disk::of));
    }
  }

  /**
   * Heartbeats since the table was opened: {@code renewals} = {@code syncs} + {@code avoided}.
   *
   * @param batches heartbeats of many leases
   * @param renewals leases renewed by them
   * @param syncs directory barriers made for them
   * @param avoided renewals less directory barriers
   * @param failures batches of which nothing is known
   */
  public record Beats(long batches, long renewals, long syncs, long avoided, long failures) {

    private static Beats of(LeaseCounters.Snapshot counted) {
      return new Beats(
          counted.heartbeatBatches(),
          counted.heartbeatRenewals(),
          counted.heartbeatDirectorySyncs(),
          counted.directorySyncsAvoided(),
          counted.heartbeatFailures());
    }

    Map<String, Long> named() {
      Map<String, Long> named = new LinkedHashMap<>();
      named.put("batches", batches);
      named.put("renewals", renewals);
      named.put("syncs", syncs);
      named.put("avoided", avoided);
      named.put("failures", failures);
      return named;
    }
  }

  /**
   * Records of all coordinators.
   *
   * @param leased those that are expired included
   * @param expired see {@link RecordCounts#expired}
   */
  public record Disk(long leased, long expired) {

    private static Disk of(RecordCounts read) {
      return new Disk(read.of(LeaseStatus.LEASED), read.expired());
    }

    Map<String, Long> named() {
      Map<String, Long> named = new LinkedHashMap<>();
      named.put("leased", leased);
      named.put("expired", expired);
      return named;
    }
  }

  /**
   * One line of printable ASCII: {@code key=value}, one blank between two of them, always in the
   * same order. {@code owner} and {@code reason} are JSON strings, whatever is in them; no other
   * value has a blank. What is not known is left out.
   */
  public String toLine() {
    Map<String, String> said = new LinkedHashMap<>();
    said.put("owner", quoted(owner));
    said.put("state", word(state));
    end.ifPresent(
        why -> {
          said.put("end", why.word());
          said.put("reason", quoted(why.reason()));
        });
    generation.ifPresent(number -> said.put("generation", Long.toString(number)));
    say(said, "", here.named());
    say(said, "work", work);
    targets.ifPresent(table -> say(said, "targets", table));
    return said.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }

  private static void say(Map<String, String> said, String which, Table table) {
    table.disk().ifPresent(disk -> say(said, which + ".disk.", disk.named()));
    say(said, which + ".beats.", table.beats().named());
  }

  private static void say(Map<String, String> said, String before, Map<String, Long> named) {
    named.forEach((name, value) -> said.put(before + name, Long.toString(value)));
  }

  private static String quoted(String text) {
    return CanonicalJson.text(new JsonString(text));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The same as an object; what is not known is left out. */
  public JsonObject toJson() {
    Map<String, JsonValue> fields = new TreeMap<>();
    fields.put("schema", new JsonString(SCHEMA));
    fields.put("owner", new JsonString(owner));
    fields.put("state", new JsonString(word(state)));
    end.ifPresent(
        why -> {
          fields.put("end", new JsonString(why.word()));
          fields.put("reason", new JsonString(why.reason()));
        });
    generation.ifPresent(number -> fields.put("generation", JsonNumber.of(number)));
    fields.put("here", numbers(here.named()));
    fields.put("work", json(work));
    targets.ifPresent(table -> fields.put("targets", json(table)));
    return new JsonObject(fields);
  }

  private static JsonObject json(Table table) {
    JsonObject json = new JsonObject(Map.of("beats", numbers(table.beats().named())));
    return table.disk().map(disk -> json.with("disk", numbers(disk.named()))).orElse(json);
  }

  /** Names and values as an object. */
  static JsonObject numbers(Map<String, Long> named) {
    Map<String, JsonValue> fields = new TreeMap<>();
    named.forEach((name, value) -> fields.put(name, JsonNumber.of(value)));
    return new JsonObject(fields);
  }
}
