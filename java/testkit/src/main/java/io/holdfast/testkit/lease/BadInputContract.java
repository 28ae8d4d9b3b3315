package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseCodec;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that cannot be taken is refused before anything is touched; the rest comes back whole. */
interface BadInputContract extends LeaseGround {

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 500, 999, Long.MAX_VALUE})
  default void ttlsThatNoTableHasAreRefused(long ttlMillis) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableManifest.ofWork().withTtlMillis(ttlMillis))
        .withMessageContaining("ttlMillis");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 65_537, Integer.MAX_VALUE})
  default void shardCountsThatNoTableHasAreRefused(int count) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableManifest.ofWork().withShardCount(count))
        .withMessageContaining("shardCount");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "../../etc/passwd", "\0", "ä"})
  default void textsThatAreNoIdsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new WorkId(text));
    assertThatIllegalArgumentException().isThrownBy(() -> new WorkId("A".repeat(64)));
    assertThatIllegalArgumentException().isThrownBy(() -> new WorkId("a".repeat(63) + "/"));
    assertThatIllegalArgumentException().isThrownBy(() -> new WorkId("a".repeat(65)));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0})
  default void numbersThatAreNoTargetsAreRefused(long target) {
    assertThatIllegalArgumentException().isThrownBy(() -> WorkId.ofTarget(target));
  }

  @Test
  default void tokensThatAreNoneAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LeaseToken(""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeaseToken("t".repeat(LeaseToken.LIMIT + 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a:b:c", "line\nline", "nul\0nul", "käse 漢字 🚲", " ", "\"\\", "\u202e\u001b[2J"})
  default void ownersOfAnyCharactersComeBackAsTheyWere(String owner) throws Exception {
    Coordinator a = arena().open("alpha");

    ClaimAnswer answer = a.table().claim(id(1), Coordinator.payload(), new Claimant(owner, -7));

    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    Lease lease = ((ClaimAnswer.Claimed) answer).lease();
    assertThat(a.record(id(1)).owner()).isEqualTo(owner);
    assertThat(a.record(id(1)).worker()).isEqualTo(-7);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    assertThat(arena().read(arena().countingRecord(id(1)))).containsOnlyOnce((byte) '\n');
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void emptyOwnersAreCalledMaster() throws Exception {
    Coordinator a = arena().open("alpha");
    a.table().claim(id(1), Coordinator.payload(), new Claimant("", 0));

    assertThat(a.record(id(1)).owner()).isEqualTo("master");
  }

  @Test
  default void ownersThatAreTooLongOrHalvesOfCharactersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Claimant("o".repeat(1024 * 1024), 0))
        .withMessageContaining("1024");
    assertThatIllegalArgumentException().isThrownBy(() -> new Claimant("\ud800", 0));
  }

  @Test
  default void ownerOfATableThatIsTooLongIsRefusedBeforeAnythingIsMade() throws Exception {
    Coordinator a = arena().coordinator("o".repeat(1024 * 1024));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> a.open(arena().root(), arena().manifest(), LeaseArena.trust()));

    assertThat(arena().isThere("table.json")).isFalse();
  }

  @Test
  default void payloadsOfAnyValidContentComeBackAsTheyWere() throws Exception {
    JsonObject payload =
        new JsonObject(
            Map.of(
                "text", new JsonString("käse\n\0 漢字 🚲"),
                "ключ", JsonNumber.of(1e-7),
                "list", new JsonArray(List.of(JsonNumber.of(1), new JsonString("")))));
    Coordinator a = arena().open("alpha");

    a.table().claim(id(1), payload, a.claimant());

    assertThat(arena().open("beta").record(id(1)).payload()).isEqualTo(payload);
  }

  @ParameterizedTest
  @ValueSource(strings = {"long", "long text", "long key", "deep", "long number"})
  default void payloadsThatCouldNotBeReadAgainAreRefusedBeforeAnythingIsMade(String kind)
      throws Exception {
    Coordinator a = arena().open("alpha");
    JsonObject payload = unreadable(kind);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> a.table().claim(id(1), payload, a.claimant()));

    assertThat(arena().isThere(LeaseArena.shard(id(1)))).isFalse();
    a.take(id(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"long", "long text", "long key", "deep", "long number"})
  default void manifestsThatCouldNotBeReadAgainAreRefusedBeforeAnythingIsMade(String kind)
      throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    JsonObject manifest = unreadable(kind);

    assertThatIllegalArgumentException().isThrownBy(() -> a.begin(lease, Optional.of(manifest)));

    assertThat(a.record(id(1)).fence()).isEqualTo(lease.fence());
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  private static JsonObject unreadable(String kind) {
    JsonValue value =
        switch (kind) {
          case "long" -> {
            JsonString part = new JsonString("p".repeat(LeaseCodec.RECORD_LIMIT / 5));
            yield new JsonArray(List.of(part, part, part, part, part));
          }
          case "long text" -> new JsonString("p".repeat(StrictJson.STRING_LIMIT + 1));
          case "long number" -> new JsonNumber("1".repeat(StrictJson.NUMBER_LIMIT + 1));
          case "deep" -> deep(StrictJson.DEPTH_LIMIT);
          default -> JsonNumber.of(1);
        };
    String key = kind.equals("long key") ? "k".repeat(StrictJson.STRING_LIMIT + 1) : "key";
    return new JsonObject(Map.of(key, value));
  }

  private static JsonValue deep(int levels) {
    JsonValue value = JsonNumber.of(1);
    for (int level = 0; level < levels; level++) {
      value = new JsonArray(List.of(value));
    }
    return value;
  }

  @Test
  default void leaseWithTheLargestPayloadCanStillBeStolenReleasedAndCompleted() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease largest = claimOfTheLargestPayload(a);

    assertThat(a.release(largest)).isInstanceOf(ReleaseAnswer.Released.class);
    for (int round = 0; round < 10; round++) {
      a.release(claimed(a.table().claim(id(1), largest.record().payload(), longest())));
    }
    claimed(a.table().claim(id(1), largest.record().payload(), longest()));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    Lease stolen = claimed(b.table().claim(id(1), largest.record().payload(), longest()));
    assertThat(b.begin(stolen, Optional.empty()).getClass().getSimpleName()).isEqualTo("Begun");
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  private static Claimant longest() {
    return new Claimant("\u0001".repeat(Claimant.OWNER_LIMIT), Long.MIN_VALUE);
  }

  private static Lease claimed(ClaimAnswer answer) {
    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    return ((ClaimAnswer.Claimed) answer).lease();
  }

  /** By bisection: the limit is the table's business. */
  private static Lease claimOfTheLargestPayload(Coordinator a) throws Exception {
    int accepted = 0;
    int refused = LeaseCodec.RECORD_LIMIT;
    Lease lease = a.take(id(1));
    while (refused - accepted > 1) {
      int middle = (accepted + refused) / 2;
      a.release(lease);
      try {
        lease = claimed(a.table().claim(id(1), payload(middle), a.claimant()));
        accepted = middle;
      } catch (IllegalArgumentException e) {
        refused = middle;
        lease = claimed(a.table().claim(id(1), payload(accepted), a.claimant()));
      }
    }
    return lease;
  }

  private static JsonObject payload(int bytes) {
    JsonString part = new JsonString("p".repeat(bytes / 8));
    JsonString rest = new JsonString("p".repeat(bytes % 8));
    return new JsonObject(
        Map.of(
            "parts", new JsonArray(List.of(part, part, part, part, part, part, part, part, rest))));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  default void datesBeforeTheEpochAreRefusedBeforeAnythingIsMade(long millis) throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.wall().set(millis);

    assertThatIllegalArgumentException().isThrownBy(() -> a.claim(id(2)));
    assertThatIllegalArgumentException().isThrownBy(() -> a.complete(lease));

    a.wall().set(0);
    a.take(id(2));
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }
}
