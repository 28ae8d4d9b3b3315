package io.holdfast.qualification;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.mount.MountFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The snapshot's bytes, and which ones are believed. */
class CapabilityTest {

  private static final LockProof PROOF =
      new LockProof(
          "cross-host-mpi-lock-v2",
          List.of(new Member(0, "nodeA"), new Member(4, "nodeB"), new Member(8, "nodeB")),
          List.of(0L, 4L),
          new Counts(2, 4, 2, 3));

  private static Capability capability(
      Profile profile, Set<Question> operations, Optional<LockProof> lock) {
    QualifiedPlace root = new QualifiedPlace("/s", Optional.empty(), 53, 7);
    MountFacts mount = new MountFacts(1, "0:53", "nfs4", "srv:/s", "/", "/s", List.of("rw"));
    List<String> required =
        Stream.of(Question.values())
            .filter(profile.required()::contains)
            .map(Question::id)
            .toList();
    return new Capability(root, root, mount, profile.id(), required, operations, lock);
  }

  private static Capability shown() {
    return capability(Profile.LEASE_TABLE, Profile.LEASE_TABLE.required(), Optional.of(PROOF));
  }

  @Test
  void hasExactlyTheseBytes() {
    assertThat(new String(shown().bytes(), US_ASCII))
        .isEqualTo(
            "{\"advisory_lock_exclusion\":true,\"advisory_lock_release\":true,"
                + "\"cluster_lock_contention_checks\":4,\"cluster_lock_identity_checks\":3,"
                + "\"cluster_lock_members\":[{\"processor\":\"nodeA\",\"rank\":0},"
                + "{\"processor\":\"nodeB\",\"rank\":4},{\"processor\":\"nodeB\",\"rank\":8}],"
                + "\"cluster_lock_release_checks\":2,\"cluster_lock_representatives\":[0,4],"
                + "\"cluster_lock_rounds\":2,\"cluster_lock_verified\":true,"
                + "\"cross_directory_replace\":null,\"device\":53,\"directory_fsync\":true,"
                + "\"distributed_filesystem\":true,\"durable_unlink\":true,\"file_fsync\":true,"
                + "\"filesystem_id\":7,\"filesystem_type\":\"nfs4\",\"hard_link\":null,"
                + "\"mount_point\":\"/s\",\"mount_source\":\"srv:/s\","
                + "\"probe_scope\":\"cross-host-mpi-lock-v2\",\"publication_device\":53,"
                + "\"publication_filesystem_id\":7,\"publication_replace\":null,"
                + "\"publication_root\":\"/s\",\"required_operations\":[\"file_fsync\","
                + "\"directory_fsync\",\"same_directory_replace\",\"durable_unlink\","
                + "\"advisory_lock_exclusion\",\"advisory_lock_release\"],"
                + "\"requirement_profile\":\"lease-table-v1\",\"root\":\"/s\","
                + "\"same_directory_replace\":true,"
                + "\"schema\":\"symcc-filesystem-capability-v3\"}");
  }

  @Test
  void withoutALockBetweenHostsItIsOfAnOlderSchema() {
    Capability all = capability(Profile.FULL_SHARED_STATE, Capability.OPERATIONS, Optional.empty());
    Capability some =
        capability(Profile.FENCE_TABLE, Set.of(Question.FILE_FSYNC), Optional.empty());

    assertThat(new String(all.bytes(), US_ASCII))
        .contains("capability-v1\"", "\"cluster_lock_verified\":false", "same-host-subprocess-v1");
    assertThat(new String(some.bytes(), US_ASCII)).contains("capability-v2\"");
    refused(all.toJson(), "shows nothing between hosts");
    refused(some.toJson(), "shows nothing between hosts");
  }

  @Test
  void whatWasWrittenIsBelieved() throws JsonFormatException {
    assertThat(Capability.readProof(shown().bytes())).isEqualTo(PROOF);
  }

  @Test
  void aSnapshotHasExactlyItsFields() {
    JsonObject right = shown().toJson();
    for (String field : right.fields().keySet()) {
      refused(right.without(field), "");
    }
    refused(right.with("more", JsonLiteral.TRUE), "exactly");
  }

  @Test
  void aProofThatIsNoneIsNotBelieved() {
    JsonObject right = shown().toJson();

    refused(right.with("cluster_lock_verified", JsonLiteral.FALSE), "not shown");
    refused(right.with("probe_scope", new JsonString("cross-host-mpi-lock-v1")), "not shown");
    refused(right.with("cluster_lock_identity_checks", JsonNumber.of(2)), "required");
    refused(right.with("cluster_lock_rounds", JsonNumber.of(3)), "required");
    refused(
        right.with("cluster_lock_representatives", new JsonArray(List.of(JsonNumber.of(0)))),
        "representatives");
    refused(right.with("cluster_lock_members", new JsonArray(List.of())), "representatives");
  }

  @Test
  void bytesThatAreNoTextStandBesideTheName() throws JsonFormatException {
    QualifiedPlace root = new QualifiedPlace("/s\\xff", Optional.of("2f73ff"), 53, 7);
    Capability right = shown();
    Capability named =
        new Capability(
            root,
            root,
            right.mount(),
            right.profile(),
            right.required(),
            right.operations(),
            right.lock());
    assertThat(new String(named.bytes(), US_ASCII))
        .contains("\"root\":\"/s\\\\xff\",\"root_hex\":\"2f73ff\"")
        .contains("\"publication_root_hex\":\"2f73ff\"");
    assertThat(Capability.readProof(named.bytes())).isEqualTo(PROOF);
  }

  private static void refused(JsonObject snapshot, String why) {
    assertThatThrownBy(() -> Capability.readProof(CanonicalJson.bytes(snapshot)))
        .isInstanceOf(JsonFormatException.class)
        .hasMessageContaining(why);
  }
}
