package io.holdfast.testkit.lease;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.StrictJson;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseCodec;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.sim.SimDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bytes of records of flock tables. {@code java-*.json} are made here, {@code python-*.json} by
 * {@code java/testkit/python/test_coordinator.py}, and each side reads and keeps both.
 *
 * <p>{@code mvn -pl java/testkit -am test -Dholdfast.golden.write=true} writes those made here.
 */
class GoldenRecordsTest {

  private static final boolean WRITE = Boolean.getBoolean("holdfast.golden.write");
  private static final Path RECORDS =
      Path.of("src/test/resources/io/holdfast/testkit/lease/records");
  private static final long TTL = LeaseArena.TTL_MILLIS;
  private static final long START_MILLIS = 1_793_491_200_500L;

  private static final String PAYLOAD =
      "{\"hash\":\"00\",\"input\":\"käse\",\"tags\":[\"🧀\",null,true],\"weight\":0.1}";
  private static final String MANIFEST =
      "{\"generated\":2,\"hashes\":[\"a\",\"b\"],\"schema\":\"result-commit-v1\","
          + "\"stage\":\"0123456789abcdef0123456789abcdef\",\"worker_rank\":3}";

  private final SimDisk disk = SimDisk.create();
  private LeaseArena arena;

  @BeforeEach
  void openArena() throws Exception {
    assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, LeaseArena.bytes("/t"), 0700)).isZero();
    arena =
        new LeaseArena(
            disk::newProcess, RawPath.of("/t"), DurableOptions.defaults(), Protocol.FLOCK);
  }

  @AfterEach
  void closeArena() {
    arena.closeAll();
  }

  private Coordinator open(String owner) throws Exception {
    return arena.open(owner);
  }

  static Stream<Path> records() throws Exception {
    try (Stream<Path> files = Files.list(RECORDS)) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void everyRecordComesBackByteByByte(Path file) throws Exception {
    byte[] record = Files.readAllBytes(file);
    LeaseCodec codec = LeaseCodec.ofLockedTables();

    assertThat(codec.encode(codec.decode(idOf(record), record))).isEqualTo(record);
  }

  @Test
  void theRecordsOfALifeAreTheGoldenOnes() throws Exception {
    JsonObject payload = StrictJson.readObject(PAYLOAD.getBytes("UTF-8"));
    WorkId id = WorkId.ofPayload(payload);
    Coordinator a = open("alpha");
    Coordinator b = open("beta");

    claim(a, id, payload);
    assertGolden("leased", id);
    arena.pass(TTL);
    Lease stolen = claim(b, id, payload);
    assertGolden("stolen", id);
    arena.pass(1_500);
    b.beat(stolen);
    assertGolden("beaten", id);
    b.begin(stolen, Optional.of(StrictJson.readObject(MANIFEST.getBytes("UTF-8"))));
    assertGolden("committing", id);
    arena.pass(1_000);
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
    assertGolden("done", id);
  }

  @Test
  void theRecordsOfAGroupAreTheGoldenOnes() throws Exception {
    TargetGroup group = TargetGroup.of(List.of(77L, 88L, 99L, 77L));
    try (TargetLeaseTable table = openTargets()) {
      JsonObject payload = StrictJson.readObject(PAYLOAD.getBytes("UTF-8"));

      assertThat(table.claimGroup(group, payload, new Claimant("alpha", 1)))
          .isInstanceOf(GroupClaimAnswer.Claimed.class);
    }
    for (long target : List.of(77L, 88L, 99L)) {
      assertGolden("target-" + target, WorkId.ofTarget(target));
    }
  }

  /** A group of theirs is read, refused to us, beaten and given up by its token. */
  @Test
  void aGroupOfPythonIsOneGroupForBoth() throws Exception {
    for (int target : List.of(77, 88, 99)) {
      givenTableOfPython("python-target-" + target + ".json");
    }
    TargetGroup theirs = TargetGroup.of(List.of(77L, 88L, 99L));
    TargetGroup overlapping = TargetGroup.of(List.of(11L, 88L));
    WorkId id = WorkId.ofTarget(88);
    byte[] before = arena.read(LeaseArena.hint(id));
    try (TargetLeaseTable table = openTargets()) {
      Claimant who = new Claimant("alpha", 1);
      JsonObject payload = Coordinator.payload();
      assertThat(table.claimGroup(overlapping, payload, who))
          .isInstanceOf(GroupClaimAnswer.Refused.class);
      assertThat(arena.read(LeaseArena.hint(id))).isEqualTo(before);
      assertThat(arena.isThere(LeaseArena.hint(WorkId.ofTarget(11)))).isFalse();
      LeaseToken token = ((Reading.Present) table.read(88)).record().token();

      assertThat(table.heartbeatGroup(theirs, token))
          .isInstanceOf(GroupHeartbeatAnswer.Renewed.class);
      assertThat(new String(arena.read(LeaseArena.hint(id)), US_ASCII))
          .contains("\"target\":88,\"targets\":[99,77,88]")
          .doesNotContain("\"ttl\"");
      assertThat(table.releaseGroup(theirs, token)).isInstanceOf(GroupReleaseAnswer.Released.class);
      assertThat(table.claimGroup(overlapping, payload, who))
          .isInstanceOf(GroupClaimAnswer.Claimed.class);
    }
  }

  private TargetLeaseTable openTargets() throws Exception {
    ManualNanoClock boot = new ManualNanoClock(0);
    LeaseClocks clocks = new LeaseClocks(new ManualEpochClock(START_MILLIS), boot, boot::advance);
    LeaseOptions options = LeaseOptions.defaults(clocks).withRandom(new SplittableRandom(1));
    return TargetLeaseTable.open(
        disk.newProcess(),
        RawPath.of("/t"),
        TableManifest.ofTargets().withProtocol(Protocol.FLOCK).withShardCount(4).withTtlMillis(TTL),
        options,
        LeaseArena.trust(),
        "alpha");
  }

  private static Lease claim(Coordinator who, WorkId id, JsonObject payload) throws Exception {
    ClaimAnswer answer = who.table().claim(id, payload, who.claimant());
    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    return ((ClaimAnswer.Claimed) answer).lease();
  }

  private void assertGolden(String name, WorkId id) throws Exception {
    Path file = RECORDS.resolve("java-" + name + ".json");
    byte[] record = arena.read(LeaseArena.hint(id));
    if (WRITE) {
      Files.write(file, record);
    }
    assertThat(new String(record, US_ASCII)).isEqualTo(Files.readString(file));
  }

  /** A life that began with a record of theirs, in a table of theirs, ends with their fields. */
  @Test
  void whatPythonHasWrittenIsReadHeldCommittedAndKept() throws Exception {
    WorkId id = givenTableOfPython("python-stolen.json");
    byte[] before = arena.read(LeaseArena.hint(id));
    Coordinator a = open("alpha");
    arena.pass(TTL);
    LeaseRecord theirs = a.record(id);
    assertThat(a.table().claim(id, theirs.payload(), a.claimant()))
        .isInstanceOf(ClaimAnswer.Held.class);
    assertThat(arena.read(LeaseArena.hint(id))).isEqualTo(before);
    arena.pass(2 * TTL);

    Lease lease = claim(a, id, theirs.payload());

    assertThat(a.record(id).previousOwner()).isEqualTo("other");
    assertThat(a.record(id).attempts()).isEqualTo(3);
    assertThat(a.record(id).steals()).isEqualTo(2);
    a.beat(lease);
    a.begin(lease, Coordinator.manifest("s"));
    a.complete(lease);
    assertThat(a.record(id).fields().get("x_note")).isEqualTo(theirs.fields().get("x_note"));
    assertThat(arena.isThere("table.json")).as("it gets no manifest unasked").isFalse();
  }

  /** Only the token counts, not who wrote the record. */
  @Test
  void aLeaseOfPythonIsBeatenAndDoneByWhoHasItsToken() throws Exception {
    WorkId id = givenTableOfPython("python-leased.json");
    Coordinator a = open("alpha");
    LeaseRecord record = a.record(id);
    Lease theirs = new Lease(id, record.token(), record.fence(), record);

    assertThat(a.beat(theirs).renewed()).containsExactly(id);
    a.begin(theirs, Coordinator.manifest("s"));
    assertThat(a.complete(theirs)).isInstanceOf(CompleteAnswer.Completed.class);

    assertThat(a.record(id).fields().get("fence")).isEmpty();
    assertThat(a.record(id).fields().get("ttl")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"004", "063", "1000"})
  void aTableOfPythonIsOpenedWithItsShardCountOnly(String shard) throws Exception {
    arena.mkdir(shard);
    arena.write(shard + "/" + WorkId.ofTarget(1) + ".json", new byte[0]);

    assertThat(refusal(arena.manifest())).contains("records in " + shard + ", no shard of 4");
    assertThat(arena.isThere("table.json")).isFalse();
  }

  @Test
  void aTableOfPythonIsNoFenceTable() throws Exception {
    givenTableOfPython("python-leased.json");

    assertThat(refusal(arena.manifest().withProtocol(Protocol.FENCE))).contains("update locks");
    assertThat(arena.isThere("table.json")).isFalse();
    assertThat(arena.isThere(LeaseArena.SESSIONS)).isFalse();
  }

  private String refusal(TableManifest asked) {
    try {
      arena.open("alpha", asked);
      return "";
    } catch (Exception e) {
      return String.valueOf(e.getMessage());
    }
  }

  private WorkId givenTableOfPython(String golden) throws Exception {
    byte[] record = Files.readAllBytes(RECORDS.resolve(golden));
    WorkId id = idOf(record);
    arena.mkdir(LeaseArena.shard(id));
    arena.write(LeaseArena.hint(id), record);
    return id;
  }

  private static WorkId idOf(byte[] record) throws Exception {
    String text = new String(record, US_ASCII);
    int at = text.indexOf("\"id\":\"") + "\"id\":\"".length();
    return new WorkId(text.substring(at, at + WorkId.LENGTH));
  }
}
