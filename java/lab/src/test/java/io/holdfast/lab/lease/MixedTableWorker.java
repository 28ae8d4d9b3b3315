package io.holdfast.lab.lease;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One of the JVMs that work in a table together with others in Python. It does what {@code Worker}
 * of {@code coordinator.py} does, and says so in the same words.
 */
final class MixedTableWorker {

  static final int WINDOW = 96;
  private static final int FEWEST_WINDOWS = 4;
  private static final int HELD_AT_ONCE = 6;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final WorkLeaseTable table;
  private final Claimant claimant;
  private final long end;
  private final Random random;
  private final Map<WorkId, LeaseToken> held = new TreeMap<>();
  private final Map<String, Long> counts = new HashMap<>();

  private MixedTableWorker(WorkLeaseTable table, String owner, long seconds, long seed) {
    this.table = table;
    this.claimant = new Claimant(owner, 0);
    this.end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    this.random = new Random(seed);
  }

  /** A flock table with leases of one second. */
  static TableManifest manifest(int shards) {
    return TableManifest.ofWork()
        .withProtocol(TableManifest.Protocol.FLOCK)
        .withShardCount(shards)
        .withTtlMillis(1_000);
  }

  static WorkLeaseTable open(String root, int shards, String owner) throws Exception {
    Posix posix = Bindings.load();
    LeaseOptions options =
        LeaseOptions.defaults(LeaseClocks.system(posix))
            .withPatienceNanos(PATIENCE_NANOS)
            .withLockTrustNanos(PATIENCE_NANOS);
    RootTrust trust = RootTrust.declaredByCaller("one host");
    return WorkLeaseTable.open(posix, RawPath.of(root), manifest(shards), options, trust, owner);
  }

  /**
   * The program.
   *
   * @param arguments the root, its shards, the owner, seconds, and a seed
   */
  public static void main(String[] arguments) throws Exception {
    try (WorkLeaseTable table = open(arguments[0], Integer.parseInt(arguments[1]), arguments[2])) {
      new MixedTableWorker(
              table, arguments[2], Long.parseLong(arguments[3]), Long.parseLong(arguments[4]))
          .run();
    }
  }

  static JsonObject payload(int number) {
    return new JsonObject(Map.of("input", new JsonString("käse-" + number)));
  }

  private void run() throws Exception {
    int window = 0;
    while (window < FEWEST_WINDOWS || System.nanoTime() < end) {
      doWindow(window);
      window++;
    }
    counts.put("windows", (long) window);
    Map<String, JsonValue> said = new TreeMap<>();
    counts.forEach((word, count) -> said.put(word, JsonNumber.of(count)));
    say("end", said);
  }

  private void doWindow(int window) throws Exception {
    Map<WorkId, JsonObject> open = new TreeMap<>();
    for (int number = window * WINDOW; number < (window + 1) * WINDOW; number++) {
      open.put(WorkId.ofPayload(payload(number)), payload(number));
    }
    while (!open.isEmpty()) {
      List<WorkId> ids = new ArrayList<>(open.keySet());
      Collections.shuffle(ids, random);
      for (WorkId id : ids) {
        if (held.size() < HELD_AT_ONCE && !held.containsKey(id) && isDone(id, open.get(id))) {
          open.remove(id);
        }
      }
      beat();
      for (Map.Entry<WorkId, LeaseToken> lease : List.copyOf(held.entrySet())) {
        decide(lease.getKey(), lease.getValue(), open);
      }
      if (held.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(5 + random.nextInt(15));
      }
      if (System.nanoTime() - end > PATIENCE_NANOS) {
        throw new IllegalStateException("window " + window + " is not done: " + open.keySet());
      }
    }
  }

  /** Claims it; a claim that is granted is held. */
  private boolean isDone(WorkId id, JsonObject payload) throws Exception {
    ClaimAnswer answer = table.claim(id, payload, claimant);
    if (answer instanceof ClaimAnswer.Claimed claimed) {
      count("claims", 1);
      count("again", claimed.lease().record().attempts() > 1 ? 1 : 0);
      held.put(id, claimed.lease().token());
    } else if (answer instanceof ClaimAnswer.Corrupt || answer instanceof ClaimAnswer.ClockSkew) {
      throw new IllegalStateException(answer.toString());
    }
    return answer instanceof ClaimAnswer.Done;
  }

  private void beat() throws Exception {
    if (!held.isEmpty()) {
      LeaseHeartbeatBatch batch = table.heartbeatMany(held);
      if (!batch.corrupt().isEmpty()) {
        throw new IllegalStateException(batch.toString());
      }
      count("beats", batch.renewed().size());
      count("lost", batch.lost().size());
      held.keySet().removeAll(batch.lost());
    }
  }

  private void decide(WorkId id, LeaseToken token, Map<WorkId, JsonObject> open) throws Exception {
    double choice = random.nextDouble();
    if (choice < 0.5) {
      return;
    }
    held.remove(id);
    if (choice < 0.55) {
      count("forgotten", 1);
    } else if (choice < 0.62) {
      boolean released = table.release(id, token) instanceof ReleaseAnswer.Released;
      count(released ? "released" : "stale", 1);
    } else {
      commit(id, token, open);
    }
  }

  private void commit(WorkId id, LeaseToken token, Map<WorkId, JsonObject> open) throws Exception {
    JsonObject manifest = new JsonObject(Map.of("schema", new JsonString("result-commit-v1")));
    if (!(table.beginCommit(id, token, Optional.of(manifest)) instanceof CommitAnswer.Begun)) {
      count("stale", 1);
      return;
    }
    table.heartbeatMany(Map.of(id, token));
    CompleteAnswer answer = table.completeOnce(id, token);
    if (!(answer instanceof CompleteAnswer.Completed)) {
      throw new IllegalStateException(id + " was committing and became " + answer);
    }
    count("completed", 1);
    say("done", Map.of("id", new JsonString(id.hex()), "token", new JsonString(token.text())));
    open.remove(id);
  }

  private void count(String word, long more) {
    counts.merge(word, more, Long::sum);
  }

  private static void say(String word, Map<String, JsonValue> fields) {
    byte[] line =
        (word + " " + CanonicalJson.text(new JsonObject(fields)) + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    System.out.write(line, 0, line.length);
    System.out.flush();
  }
}
