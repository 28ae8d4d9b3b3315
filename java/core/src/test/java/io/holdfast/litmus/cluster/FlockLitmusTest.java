package io.holdfast.litmus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Verdict;
import io.holdfast.posix.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlockLitmusTest {

  private static final Rounds.Said SOUND = (rank, phase, act) -> Rounds.sound(act);

  /** Everybody is told the same, but for one answer. */
  private static Rounds.Said except(int rank, String phase, Observation instead) {
    return (who, where, act) ->
        who == rank && where.id().equals(phase) ? instead : Rounds.sound(act);
  }

  @Test
  void threeMembersOnTwoHosts() {
    ClusterResult result = new Rounds(2, SOUND, "a", "b", "b").run();

    assertThat(result.isVerified()).isTrue();
    assertThat(result.counts()).isEqualTo(new Counts(2, 4, 2, 3));
    assertThat(result.representatives()).containsExactly(0L, 1L);
    assertThat(result.transcript()).hasSize(64);
  }

  @Test
  void thePhasesComeInTheirOrder() {
    List<String> phases = new ArrayList<>();
    Rounds.Said listening =
        (rank, phase, act) -> {
          if (phases.isEmpty() || !phases.get(phases.size() - 1).equals(phase.id())) {
            phases.add(phase.id());
          }
          return Rounds.sound(act);
        };

    new Rounds(0, listening, "a", "b").run();

    assertThat(phases)
        .containsExactly(
            "root-anchor-open",
            "prepare",
            "lock-anchor-open",
            "open-0",
            "held-0",
            "excluded-0",
            "released-0",
            "reacquired-0",
            "open-1",
            "held-1",
            "excluded-1",
            "released-1",
            "reacquired-1",
            "namespace-identity-closed");
  }

  @Test
  void oneHostIsCleanAndShowsNothingAndTouchesNothing() {
    Rounds.Said nothing =
        (rank, phase, act) -> {
          throw new AssertionError(act + " in phase " + phase);
        };

    ClusterResult result = new Rounds(0, nothing, "a", "a", "a").run();

    assertThat(result.isVerified()).isFalse();
    assertThat(result.clean()).isTrue();
    assertThat(result.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(result.counts()).isEqualTo(Counts.NONE);
  }

  @Test
  void oneBootIdIsOneHostWhateverItsNames() {
    String boot = " 01234567-89ab-cdef-0123-456789abcdef";

    ClusterResult result = new Rounds(0, SOUND, "a" + boot, "b" + boot).run();

    assertThat(result.verdict()).isInstanceOf(Verdict.Inconclusive.class);
  }

  @Test
  void oneNameWithTwoBootIdsIsTwoHostsAndIsNoted() {
    ClusterResult result =
        new Rounds(
                0,
                SOUND,
                "a 01234567-89ab-cdef-0123-456789abcdef",
                "a 11234567-89ab-cdef-0123-456789abcdef")
            .run();

    assertThat(result.isVerified()).isTrue();
    assertThat(result.notes()).containsExactly("two hosts have the name a: a cloned image?");
  }

  @Test
  void twoHoldersAreRefutedWithWhoAndWhereAndWhen() {
    ClusterResult result =
        new Rounds(2, except(2, "excluded-0", Observation.ACQUIRED), "a", "b", "b").run();

    assertThat(result.verdict())
        .isEqualTo(
            Verdict.refuted(
                "member 2 (b) acquired the flock while member 0 (a) held it, generation 2,"
                    + " phase held"));
    assertThat(result.isVerified()).isFalse();
    assertThat(result.transcript()).isEmpty();
  }

  @Test
  void aReleaseThatIsNotSeenIsRefuted() {
    ClusterResult result =
        new Rounds(0, except(0, "reacquired-1", Observation.BUSY), "a", "b").run();

    assertThat(result.verdict().explanation())
        .startsWith("member 0 (a) was refused the flock until the deadline after member 1 (b)");
    assertThat(result.verdict()).isInstanceOf(Verdict.Refuted.class);
  }

  @Test
  void aLockThatIsBusyBeforeAnybodyHasItShowsNothing() {
    ClusterResult result = new Rounds(0, except(0, "held-0", Observation.BUSY), "a", "b").run();

    assertThat(result.verdict()).isInstanceOf(Verdict.Inconclusive.class);
  }

  @Test
  void anErrorOfTheLockCallIsRefutedAndOneOfAnotherCallIsNot() {
    Observation noLocks = new Observation.Failed("flock", Errno.ENOLCK);
    Observation noFile = new Observation.Failed("openat", Errno.ESTALE);

    ClusterResult locks = new Rounds(0, except(1, "excluded-0", noLocks), "a", "b").run();
    ClusterResult files = new Rounds(0, except(1, "open-0", noFile), "a", "b").run();

    assertThat(locks.verdict())
        .isEqualTo(
            Verdict.refuted(
                "flock answered "
                    + Errno.ENOLCK
                    + " to member 1 (b), generation 0, phase excluded-0"));
    assertThat(files.verdict())
        .isEqualTo(
            Verdict.inconclusive(
                "openat answered "
                    + Errno.ESTALE
                    + " to member 1 (b), generation 0, phase open-0"));
  }

  @Test
  void aLockObjectThatWasReplacedIsRefuted() {
    Observation copy = new Observation.Differs("the lock object was replaced by another file");

    ClusterResult result =
        new Rounds(0, except(1, "namespace-identity-closed", copy), "a", "b").run();

    assertThat(result.verdict()).isInstanceOf(Verdict.Refuted.class);
  }

  @Test
  void aMemberThatChangesItsRankIsNotBelieved() {
    List<FlockLitmus> members = new Rounds(0, SOUND, "a", "b").until(Phase.Kind.PREPARE);
    PhaseResult all =
        PhaseResult.of(
            List.of(new Payload.Done(0, Optional.empty()), new Payload.Done(7, Optional.empty())));
    members.get(0).observe(Observation.DONE);
    members.get(0).agree(all);

    assertThat(members.get(0).result().orElseThrow().verdict().explanation())
        .startsWith("member 1 (b) now says that it is member 7");
  }

  @Test
  void anotherTranscriptOrAnotherGenerationIsNotBelieved() {
    for (long generation : new long[] {6, 7, 8}) {
      Rounds rounds = new Rounds(7, SOUND, "a", "b");
      FlockLitmus first = rounds.until(Phase.Kind.TRANSCRIPT_COMMIT).get(0);
      List<Payload> payloads = new ArrayList<>(rounds.speak());
      String transcript =
          generation == 7 ? "0".repeat(64) : ((Payload.Commit) payloads.get(1)).transcript();
      payloads.set(1, new Payload.Commit(1, Optional.empty(), generation, transcript));

      first.agree(PhaseResult.of(payloads));

      assertThat(first.result().orElseThrow().isVerified()).isFalse();
    }
  }

  @Test
  void aFailureOfItsOwnStorageFailsTheMembership() {
    Part part =
        new Part(Rounds.EPOCH, 0, LockKind.FLOCK, 0, new Member(0, "a"), Optional.of("fsync: EIO"));
    FlockLitmus litmus = new FlockLitmus(part);

    litmus.agree(PhaseResult.of(List.of(litmus.says())));

    assertThat(litmus.result().orElseThrow().verdict())
        .isEqualTo(Verdict.inconclusive("member 0 (a): fsync: EIO"));
    assertThat(litmus.result().orElseThrow().clean()).isFalse();
  }

  @Test
  void countsThatAreTooSmallAreNoProof() {
    assertThat(new Counts(2, 4, 2, 3).violation(3, 2)).isEmpty();
    for (Counts counts :
        List.of(
            new Counts(1, 4, 2, 3),
            new Counts(2, 3, 2, 3),
            new Counts(2, 4, 1, 3),
            new Counts(2, 4, 2, 2),
            new Counts(3, 4, 2, 3))) {
      assertThat(counts.violation(3, 2)).isPresent();
    }
    assertThat(new Counts(1, 1, 1, 2).violation(2, 1)).isPresent();
  }

  @Test
  void itsMethodsAreCalledInTheirOrder() {
    FlockLitmus litmus = new Rounds(0, SOUND, "a", "b").until(Phase.Kind.PREPARE).get(0);

    assertThatThrownBy(litmus::says).isInstanceOf(IllegalStateException.class);
    litmus.observe(Observation.DONE);
    assertThatThrownBy(() -> litmus.observe(Observation.DONE))
        .isInstanceOf(IllegalStateException.class);
  }
}
