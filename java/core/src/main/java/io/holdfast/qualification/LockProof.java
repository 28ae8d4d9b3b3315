package io.holdfast.qualification;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Fields;
import io.holdfast.litmus.cluster.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * That flock excluded between hosts in one generation, and among whom. Immutable.
 *
 * @param scope what carried between the members
 * @param members in exchange order
 * @param representatives one rank for each host
 */
public record LockProof(
    String scope, List<Member> members, List<Long> representatives, Counts counts) {

  private static final String BY_MPI = "cross-host-mpi-lock-v2";
  private static final String BY_ANOTHER = "cross-host-lock-v2";

  /** What a snapshot says of it that has none. */
  static final LockProof NONE = new LockProof("", List.of(), List.of(), new Counts(0, 0, 0, 0));

  public LockProof {
    members = List.copyOf(members);
    representatives = List.copyOf(representatives);
  }

  /**
   * Of a generation.
   *
   * @param transport of the exchange
   * @return empty where no flock litmus was run, or it did not qualify
   */
  public static Optional<LockProof> of(List<ClusterResult> results, String transport) {
    return results.stream()
        .filter(result -> result.asked() == Exclusion.FLOCK && result.isVerified())
        .findFirst()
        .map(
            result ->
                new LockProof(
                    transport.equals("mpi") ? BY_MPI : BY_ANOTHER,
                    result.members(),
                    result.representatives(),
                    result.counts()));
  }

  Map<String, JsonValue> fields() {
    List<JsonValue> people = new ArrayList<>();
    for (Member member : members) {
      people.add(
          new JsonObject(
              Map.of(
                  "rank",
                  JsonNumber.of(member.rank()),
                  "processor",
                  new JsonString(member.processor()))));
    }
    return Map.of(
        "cluster_lock_verified", members.isEmpty() ? JsonLiteral.FALSE : JsonLiteral.TRUE,
        "cluster_lock_members", new JsonArray(people),
        "cluster_lock_representatives",
            new JsonArray(representatives.stream().<JsonValue>map(r -> JsonNumber.of(r)).toList()),
        "cluster_lock_rounds", JsonNumber.of(counts.rounds()),
        "cluster_lock_contention_checks", JsonNumber.of(counts.contention()),
        "cluster_lock_release_checks", JsonNumber.of(counts.release()),
        "cluster_lock_identity_checks", JsonNumber.of(counts.identity()));
  }

  /** What {@link #fields} wrote, if it is a proof. */
  static LockProof read(Fields fields) throws JsonFormatException {
    String scope = fields.text("probe_scope", BY_MPI.length());
    if (!Set.of(BY_MPI, BY_ANOTHER).contains(scope) || !fields.flag("cluster_lock_verified")) {
      throw new JsonFormatException("the lock was not shown to exclude between hosts");
    }
    List<Member> members = new ArrayList<>();
    for (JsonValue value : fields.array("cluster_lock_members")) {
      members.add(member(Fields.exactly(value, "rank", "processor")));
    }
    List<Long> representatives = new ArrayList<>();
    for (JsonValue value : fields.array("cluster_lock_representatives")) {
      representatives.add(value instanceof JsonNumber number ? number.toLong().orElse(-1L) : -1L);
    }
    LockProof proof = new LockProof(scope, members, representatives, counts(fields));
    Optional<String> violation = proof.violation();
    if (violation.isPresent()) {
      throw new JsonFormatException(violation.get());
    }
    return proof;
  }

  private static Member member(Fields fields) throws JsonFormatException {
    try {
      return new Member(fields.count("rank"), fields.text("processor", Member.PROCESSOR_LIMIT));
    } catch (IllegalArgumentException e) {
      throw new JsonFormatException("a member is none: " + e.getMessage());
    }
  }

  private static Counts counts(Fields fields) throws JsonFormatException {
    return new Counts(
        count(fields, "rounds"),
        count(fields, "contention_checks"),
        count(fields, "release_checks"),
        count(fields, "identity_checks"));
  }

  private static int count(Fields fields, String what) throws JsonFormatException {
    return (int) Math.min(Integer.MAX_VALUE, fields.count("cluster_lock_" + what));
  }

  /** What is missing for a proof: each host has one representative, and the counts are right. */
  private Optional<String> violation() {
    Set<String> hosts = new HashSet<>();
    List<Long> lowest = new ArrayList<>();
    for (Member member : members) {
      if (hosts.add(member.host())) {
        lowest.add(member.rank());
      }
    }
    return lowest.equals(representatives)
        ? counts.violation(members.size(), hosts.size())
        : Optional.of("the representatives are not the first member of each host");
  }
}
