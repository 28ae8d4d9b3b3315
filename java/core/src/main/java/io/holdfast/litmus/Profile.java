package io.holdfast.litmus;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a use of the storage needs: the verdict over a directory is the worst over the questions
 * that its profile requires; every other answer is a finding.
 *
 * @param id the spelling in documents, e.g. {@code fence-table-v1}
 */
public record Profile(String id, Set<Question> required) {

  /** A lease table with a moved fence, which takes no lock. */
  public static final Profile FENCE_TABLE =
      new Profile(
          "fence-table-v1",
          EnumSet.of(
              Question.FILE_FSYNC,
              Question.DIRECTORY_FSYNC,
              Question.SAME_DIRECTORY_REPLACE,
              Question.HARD_LINK,
              Question.EXCLUSIVE_LINK,
              Question.EXCLUSIVE_MOVE,
              Question.DURABLE_UNLINK));

  /** All that a parallel symbolic-execution job's state and publication roots use. */
  public static final Profile FULL_SHARED_STATE =
      new Profile(
          "full-shared-state-v1",
          EnumSet.range(Question.FILE_FSYNC, Question.ADVISORY_LOCK_RELEASE));

  /** A lease table with update locks. */
  public static final Profile LEASE_TABLE =
      FULL_SHARED_STATE.without(
          "lease-table-v1",
          Question.CROSS_DIRECTORY_REPLACE,
          Question.PUBLICATION_REPLACE,
          Question.HARD_LINK);

  /** Coverage maps that every process replaces and nobody removes. */
  public static final Profile COVERAGE_GOSSIP =
      LEASE_TABLE.without("coverage-gossip-v1", Question.DURABLE_UNLINK);

  /** Every profile, the default first. */
  public static final List<Profile> ALL =
      List.of(FENCE_TABLE, LEASE_TABLE, FULL_SHARED_STATE, COVERAGE_GOSSIP);

  public Profile {
    required = Set.copyOf(required);
  }

  /** Finds by id, with or without the version behind it: {@code lease-table}. */
  public static Optional<Profile> named(String name) {
    return ALL.stream().filter(p -> p.id.equals(name) || p.shortId().equals(name)).findFirst();
  }

  /** The id without its version. */
  public String shortId() {
    return id.substring(0, id.lastIndexOf("-v"));
  }

  /** This profile and a question more. */
  public Profile with(String newId, Question... more) {
    EnumSet<Question> questions = EnumSet.copyOf(required);
    questions.addAll(List.of(more));
    return new Profile(newId, questions);
  }

  private Profile without(String newId, Question... fewer) {
    EnumSet<Question> questions = EnumSet.copyOf(required);
    questions.removeAll(List.of(fewer));
    return new Profile(newId, questions);
  }
}
