package io.holdfast.litmus.cluster;

import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonObject;
import java.util.Map;
import java.util.Optional;

/** What one member says of one phase. The set of fields is exact in both directions. */
sealed interface Payload {

  /** Who says it, by its rank in the whole job. */
  long globalRank();

  /** What went wrong; empty where nothing did. */
  Optional<Failure> failure();

  /** Its fields. */
  JsonObject toJson();

  /** Membership: where a member runs, and whether its own storage is sound. */
  record Joining(Member member, Optional<Failure> failure) implements Payload {

    @Override
    public long globalRank() {
      return member.rank();
    }

    @Override
    public JsonObject toJson() {
      return new JsonObject(
          Map.of(
              "global_rank", Fields.number(member.rank()),
              "processor", Fields.string(member.processor()),
              "local_probe_ok", Fields.bool(failure.isEmpty()),
              "local_error", Fields.string(text(failure))));
    }
  }

  /** Any phase of the litmus itself. */
  record Done(long globalRank, Optional<Failure> failure) implements Payload {

    @Override
    public JsonObject toJson() {
      return new JsonObject(
          Map.of(
              "global_rank", Fields.number(globalRank),
              "ok", Fields.bool(failure.isEmpty()),
              "error", Fields.string(text(failure))));
    }
  }

  /** The last phase: what a member counted and saw. */
  record Commit(long globalRank, Optional<Failure> failure, long generation, String transcript)
      implements Payload {

    @Override
    public JsonObject toJson() {
      return new Done(globalRank, failure)
          .toJson()
          .with("generation", Fields.number(generation))
          .with("transcript", Fields.string(transcript));
    }
  }

  /**
   * Names: which rounds a member won.
   *
   * @param moved one character for each round: 1 won, 0 not
   * @param linked the same
   */
  record Reached(long globalRank, Optional<Failure> failure, String moved, String linked)
      implements Payload {

    @Override
    public JsonObject toJson() {
      return new Done(globalRank, failure)
          .toJson()
          .with("moved", Fields.string(moved))
          .with("linked", Fields.string(linked));
    }
  }

  /**
   * Reads what a member says of a phase.
   *
   * @throws JsonFormatException a field more or less, or one of another type
   */
  static Payload read(Phase phase, JsonValue value) throws JsonFormatException {
    return switch (phase.kind()) {
      case MEMBERSHIP -> readJoining(value);
      case NAMES_REACHED -> readReached(value);
      case TRANSCRIPT_COMMIT -> {
        Fields fields =
            Fields.exactly(value, "global_rank", "ok", "error", "generation", "transcript");
        yield new Commit(
            fields.count("global_rank"),
            failure(fields, "ok", "error"),
            fields.count("generation"),
            fields.text("transcript", 2 * Epoch.BYTES));
      }
      default -> {
        Fields fields = Fields.exactly(value, "global_rank", "ok", "error");
        yield new Done(fields.count("global_rank"), failure(fields, "ok", "error"));
      }
    };
  }

  private static Joining readJoining(JsonValue value) throws JsonFormatException {
    Fields fields =
        Fields.exactly(value, "global_rank", "processor", "local_probe_ok", "local_error");
    long rank = fields.count("global_rank");
    String processor = fields.text("processor", Member.PROCESSOR_LIMIT);
    Optional<Failure> failure = failure(fields, "local_probe_ok", "local_error");
    try {
      return new Joining(new Member(rank, processor), failure);
    } catch (IllegalArgumentException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()));
    }
  }

  private static Reached readReached(JsonValue value) throws JsonFormatException {
    Fields fields = Fields.exactly(value, "global_rank", "ok", "error", "moved", "linked");
    return new Reached(
        fields.count("global_rank"),
        failure(fields, "ok", "error"),
        rounds(fields, "moved"),
        rounds(fields, "linked"));
  }

  private static String rounds(Fields fields, String key) throws JsonFormatException {
    String rounds = fields.text(key, NameField.ROUNDS);
    if (rounds.length() != NameField.ROUNDS
        || !rounds.chars().allMatch(c -> c == '0' || c == '1')) {
      throw new JsonFormatException(key + " is not one 0 or 1 for each round");
    }
    return rounds;
  }

  private static Optional<Failure> failure(Fields fields, String ok, String error)
      throws JsonFormatException {
    String text = fields.text(error, Failure.LIMIT);
    return fields.flag(ok) ? Optional.empty() : Optional.of(Failure.parse(text));
  }

  private static String text(Optional<Failure> failure) {
    return failure.map(Failure::text).orElse("");
  }
}
