package io.holdfast.lab.shared;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Observation;
import io.holdfast.lab.Outcome;
import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One case: the command runs in the first guest, with one coordinator there and one in the second
 * guest, which it reaches through that guest's door. Used by one thread.
 *
 * <p>Tables are those with update locks: the litmus of names takes guests long.
 */
final class CampaignRun {

  static final String END = "end";
  static final String RESULTS = "results";
  static final String VIOLATIONS = "violations";
  static final String CONFLICTS = "conflicts";
  static final String RENEWALS = "renewals";
  static final String RESTARTS = "restarts";
  static final String TAKEN_OVER = "taken over";
  static final String SOME = "some";

  /** Of a campaign's directory: whether coordinator 1 has sent more than has come back. */
  private static final String KILL_AT_WORK =
      """
      pkill -STOP java
      of() { cat "$1"/ledgers/coordinator-1-* 2>/dev/null | grep -c "\\"is\\":\\"$2\\""; }
      if [ "$(of "$1" sent)" -gt "$(of "$1" back)" ]; then
          pkill -KILL java
          echo killed
      else
          pkill -CONT java
          echo nothing
      fi
      """;

  private static final long LIMIT_SECONDS = 240;
  private static final int SECONDS = 60;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final Path MEMORY = Path.of("/run");
  private static final int ITEMS = 40;

  private final NfsGuests guests;
  private final Class<?> holdfast;
  private final Path printed;
  private final CampaignCase how;
  private final String directory;

  /**
   * @param holdfast the program whose {@code campaign} is run
   * @param scratch a directory for what it prints
   */
  CampaignRun(NfsGuests guests, Class<?> holdfast, Path scratch, CampaignCase how) {
    this.guests = guests;
    this.holdfast = holdfast;
    this.printed = scratch.resolve(how.shortId());
    this.how = how;
    this.directory = ClientGuest.MOUNT_POINT + "/" + how.shortId();
  }

  /** What became of it. */
  Observation run() throws IOException {
    long begun = System.nanoTime();
    Guest alpha = guests.alpha().guest();
    alpha.run(SECONDS, "mkdir", "-m", "700", directory);
    Process process =
        new ProcessBuilder(alpha.commandLine(LabNamespace.java(holdfast, words(), MEMORY)))
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      if (how == CampaignCase.CLIENT_KILLED) {
        killWhatBetaHas(process);
      }
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new RigException("the campaign does not end: " + Files.readString(printed));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
    return observation(System.nanoTime() - begun);
  }

  private List<String> words() {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("campaign", directory, "--json=-"));
    words.add("--coordinator=" + GuestName.ALPHA.word() + "=exec");
    words.add(
        "--coordinator=%s=exec %s %s"
            .formatted(GuestName.BETA.word(), GuestFiles.DOOR, GuestName.BETA.managementAddress()));
    words.addAll(List.of("--workers=2", "--items=" + ITEMS, "--targets=4", "--work=0.3s"));
    words.addAll(List.of("--item-bytes=64", "--shards=2", "--protocol=flock"));
    words.addAll(
        how == CampaignCase.TOGETHER ? List.of("--ttl=30s", "--renew=2s") : List.of("--ttl=8s"));
    return words;
  }

  /**
   * As soon as a worker has something: all is stopped first, so that it still has it when it is
   * killed, and somebody must take it over. The command starts the coordinator again.
   */
  private void killWhatBetaHas(Process process) throws IOException {
    Guest beta = guests.beta().guest();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!beta.run(SECONDS, "sh", "-c", KILL_AT_WORK, "sh", directory).contains("killed")) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        throw new RigException("the second client did nothing: " + Files.readString(printed));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  // ---- what it came to

  private Observation observation(long nanos) throws IOException {
    String text = Files.readString(printed);
    int document = text.indexOf('{');
    if (document < 0) {
      throw new RigException("the campaign told no result: " + text);
    }
    try {
      byte[] bytes = text.substring(document).getBytes(StandardCharsets.UTF_8);
      return observation(StrictJson.readObject(bytes), nanos);
    } catch (JsonFormatException e) {
      throw new RigException("the campaign's result " + e.getMessage() + ": " + text, e);
    }
  }

  private Observation observation(JsonObject result, long nanos) throws RigException {
    JsonObject figures = (JsonObject) field(result, "figures");
    Map<String, String> answers = new TreeMap<>();
    answers.put(END, ((JsonString) field(result, END)).text());
    long results = number(result, RESULTS);
    answers.put(RESULTS, results == ITEMS + 1 ? "all" : Long.toString(results));
    List<JsonValue> violations = ((JsonArray) field(result, VIOLATIONS)).items();
    answers.put(VIOLATIONS, violations.isEmpty() ? "none" : violations.toString());
    answers.put(CONFLICTS, some(number(figures, CONFLICTS)));
    answers.put(RESTARTS, some(number(result, RESTARTS)));
    answers.put(TAKEN_OVER, some(number(figures, "steals") + number(figures, "commits_recovered")));
    if (how == CampaignCase.TOGETHER) {
      answers.put(RENEWALS, some(number(figures, "qualification_successes")));
    }
    boolean done = answers.get(END).equals("done");
    return new Observation(
        done ? Outcome.QUALIFIED : Outcome.REFUSED,
        done ? "" : reason(result),
        "nfs4",
        answers,
        Map.of(),
        List.of(),
        List.of(),
        nanos);
  }

  private static String reason(JsonObject result) {
    return result.fields().get("reason") instanceof JsonString reason
        ? reason.text()
        : "it gives no reason";
  }

  private static String some(long number) {
    return number > 0 ? SOME : "none";
  }

  /** A counter that nobody has told yet is 0. */
  private static long number(JsonObject object, String name) {
    return object.fields().get(name) instanceof JsonNumber number ? number.toLong().orElse(0L) : 0;
  }

  private static JsonValue field(JsonObject object, String name) throws RigException {
    return object
        .get(name)
        .orElseThrow(() -> new RigException("the campaign's result has no " + name));
  }
}
