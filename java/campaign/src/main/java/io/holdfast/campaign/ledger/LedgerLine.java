package io.holdfast.campaign.ledger;

import io.holdfast.campaign.item.JsonFields;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One line of a ledger: something that happened, and when by CLOCK_BOOTTIME of its host. */
public sealed interface LedgerLine {

  /** When. */
  long nanos();

  /**
   * The first line of a coordinator.
   *
   * @param bootId of its host: lines of one kernel have one clock
   * @param wallMillis the host's wall clock at that time
   * @param ttlMillis for how long a beat is good
   */
  record Began(long nanos, int coordinator, String bootId, long wallMillis, long ttlMillis)
      implements LedgerLine {}

  /** Its leases were renewed; the time is from before the beat. */
  record Beat(long nanos) implements LedgerLine {}

  /**
   * A worker was sent something.
   *
   * @param id of the exact work
   * @param targets that it works on from now on
   */
  record Sent(long nanos, int worker, String id, long fence, String input, List<Long> targets)
      implements LedgerLine {

    public Sent {
      targets = List.copyOf(targets);
    }
  }

  /**
   * A worker does not work on that any more.
   *
   * @param how result, failed or gone
   */
  record Back(long nanos, int worker, String how) implements LedgerLine {}

  /**
   * A result is public and its work is done: from now on it must never be missing.
   *
   * @param contents what it consists of, by their digests
   */
  record Done(long nanos, String id, String input, List<String> contents) implements LedgerLine {

    public Done {
      contents = List.copyOf(contents);
    }
  }

  /** A step of a row took so long. */
  record Took(long nanos, String step, long tookNanos) implements LedgerLine {}

  /** The counters so far. */
  record Figures(long nanos, Map<String, Long> figures) implements LedgerLine {

    public Figures {
      figures = Map.copyOf(figures);
    }
  }

  /**
   * The last line of a process that was not killed.
   *
   * @param status what it answers
   * @param acknowledged how many of its workers said that they have ended
   */
  record Ended(long nanos, int status, String reason, int workers, int acknowledged)
      implements LedgerLine {}

  /** From now on the coordinator does not rely on the directory any more. */
  record Distrusted(long nanos, String reason) implements LedgerLine {}

  /** Something was done to a coordinator. */
  record Trouble(long nanos, String kind, int coordinator) implements LedgerLine {}

  /** The line, with its end. */
  default byte[] toBytes() {
    return (CanonicalJson.text(toJson()) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  private JsonObject toJson() {
    Map<String, JsonValue> fields = new TreeMap<>();
    fields.put("at", JsonNumber.of(nanos()));
    if (this instanceof Began began) {
      put(fields, "is", "began");
      put(fields, "coordinator", began.coordinator);
      put(fields, "boot_id", began.bootId);
      put(fields, "wall_millis", began.wallMillis);
      put(fields, "ttl_millis", began.ttlMillis);
    } else if (this instanceof Beat) {
      put(fields, "is", "beat");
    } else if (this instanceof Sent sent) {
      put(fields, "is", "sent");
      put(fields, "worker", sent.worker);
      put(fields, "id", sent.id);
      put(fields, "fence", sent.fence);
      put(fields, "input", sent.input);
      fields.put("targets", JsonFields.array(sent.targets.stream(), JsonNumber::of));
    } else if (this instanceof Back back) {
      put(fields, "is", "back");
      put(fields, "worker", back.worker);
      put(fields, "how", back.how);
    } else if (this instanceof Done done) {
      put(fields, "is", "done");
      put(fields, "id", done.id);
      put(fields, "input", done.input);
      fields.put("contents", JsonFields.array(done.contents.stream(), JsonString::new));
    } else {
      addRest(fields);
    }
    return new JsonObject(fields);
  }

  private void addRest(Map<String, JsonValue> fields) {
    if (this instanceof Took took) {
      put(fields, "is", "took");
      put(fields, "step", took.step);
      put(fields, "nanos", took.tookNanos);
    } else if (this instanceof Figures figures) {
      put(fields, "is", "figures");
      Map<String, JsonValue> numbers = new TreeMap<>();
      figures.figures.forEach((name, number) -> numbers.put(name, JsonNumber.of(number)));
      fields.put("figures", new JsonObject(numbers));
    } else if (this instanceof Ended ended) {
      put(fields, "is", "ended");
      put(fields, "status", ended.status);
      put(fields, "reason", ended.reason);
      put(fields, "workers", ended.workers);
      put(fields, "acknowledged", ended.acknowledged);
    } else if (this instanceof Distrusted distrusted) {
      put(fields, "is", "distrusted");
      put(fields, "reason", distrusted.reason);
    } else if (this instanceof Trouble trouble) {
      put(fields, "is", "trouble");
      put(fields, "kind", trouble.kind);
      put(fields, "coordinator", trouble.coordinator);
    }
  }

  private static void put(Map<String, JsonValue> fields, String key, String text) {
    fields.put(key, new JsonString(text));
  }

  private static void put(Map<String, JsonValue> fields, String key, long number) {
    fields.put(key, JsonNumber.of(number));
  }

  /**
   * Reads a line back.
   *
   * @throws JsonFormatException it is none
   */
  static LedgerLine of(byte[] line) throws JsonFormatException {
    JsonFields fields = new JsonFields(StrictJson.readObject(line));
    long at = fields.number("at");
    String kind = fields.text("is");
    return switch (kind) {
      case "began" ->
          new Began(
              at,
              fields.integer("coordinator"),
              fields.text("boot_id"),
              fields.number("wall_millis"),
              fields.number("ttl_millis"));
      case "beat" -> new Beat(at);
      case "sent" ->
          new Sent(
              at,
              fields.integer("worker"),
              fields.text("id"),
              fields.number("fence"),
              fields.text("input"),
              fields.numbers("targets"));
      case "back" -> new Back(at, fields.integer("worker"), fields.text("how"));
      case "done" ->
          new Done(at, fields.text("id"), fields.text("input"), fields.texts("contents"));
      case "took" -> new Took(at, fields.text("step"), fields.number("nanos"));
      case "figures" -> new Figures(at, figures(fields.object("figures")));
      case "ended" ->
          new Ended(
              at,
              fields.integer("status"),
              fields.text("reason"),
              fields.integer("workers"),
              fields.integer("acknowledged"));
      case "distrusted" -> new Distrusted(at, fields.text("reason"));
      case "trouble" -> new Trouble(at, fields.text("kind"), fields.integer("coordinator"));
      default -> throw new JsonFormatException("is no line of a ledger: " + kind);
    };
  }

  private static Map<String, Long> figures(JsonObject object) throws JsonFormatException {
    Map<String, Long> figures = new TreeMap<>();
    JsonFields fields = new JsonFields(object);
    for (String name : object.fields().keySet()) {
      figures.put(name, fields.number(name));
    }
    return figures;
  }
}
