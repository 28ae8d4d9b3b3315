package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who the members are to each other, and what that lets a litmus say. */
class TopologyTest {

  private static final MemberFacts A = member("a", "host-a", "boot-a", 1, "ext4");
  private static final MemberFacts B = member("b", "host-b", "boot-b", 1, "ext4");

  private static MemberFacts member(
      String name, String host, String boot, long dev, String type, String... options) {
    return new MemberFacts(
        name,
        RawPath.of("/mnt"),
        host,
        boot,
        "6.1",
        "x86_64",
        dev,
        new MountFacts(1, "0:1", type, "server:/", "/", "/mnt", List.of(options)),
        new ClockOffset(0, 1000));
  }

  private static MemberFacts clock(String name, long nanos, long uncertainty) {
    return new MemberFacts(
        name,
        RawPath.of("/mnt"),
        name,
        name,
        "6.1",
        "x86_64",
        1,
        A.mount(),
        new ClockOffset(nanos, uncertainty));
  }

  @Test
  void oneBootIdIsOneHostWhateverItsNames() {
    MemberFacts alias = member("c", "host-c", "boot-a", 1, "ext4");
    assertThat(Topology.reached(List.of(A, alias))).isEqualTo(Scope.SAME_CLIENT);
    assertThat(Topology.unshown(List.of(A, alias))).contains("boot-a", "nothing between hosts");
    assertThat(Topology.findings(List.of(A, alias)))
        .singleElement()
        .satisfies(f -> assertThat(f.id()).isEqualTo("one-host"))
        .satisfies(f -> assertThat(f.text()).contains("under the names host-a and host-c"));
  }

  @Test
  void twoMountsOfOneHostAreNoTwoHosts() {
    MemberFacts other = member("c", "host-a", "boot-a", 2, "ext4");
    assertThat(Topology.reached(List.of(A, other))).isEqualTo(Scope.SAME_HOST_TWO_MOUNTS);
  }

  @Test
  void aClonedNameIsTold() {
    MemberFacts clone = member("c", "host-a", "boot-c", 1, "nfs4");
    assertThat(Topology.reached(List.of(A, clone))).isEqualTo(Scope.CROSS_HOST);
    assertThat(Topology.unshown(List.of(A, clone))).isEmpty();
    assertThat(Topology.findings(List.of(A, clone)))
        .singleElement()
        .satisfies(f -> assertThat(f.id()).isEqualTo("one-host-name"))
        .satisfies(f -> assertThat(f.text()).contains("nfs4_unique_id"));
    assertThat(Topology.findings(List.of(A, B))).isEmpty();
  }

  @Test
  void theLowestMemberOfEachHostRepresentsIt() {
    assertThat(Topology.representatives(List.of("x", "x", "y", "x", "z", "y")))
        .containsExactly(0, 2, 4);
  }

  @Test
  void oneMountThatKeepsLocksToItselfIsEnough() {
    MemberFacts nolock = member("c", "host-c", "boot-c", 1, "nfs", "rw", "nolock");
    MemberFacts nfs = member("d", "host-d", "boot-d", 1, "nfs", "rw");
    LockExpectation expected = LockExpectation.of(LockKind.FLOCK, List.of(nfs, nolock));
    assertThat(expected.behaviour()).isEqualTo(LockBehaviour.LOCAL_ONLY);
    assertThat(expected.text()).startsWith("c: nolock");
    assertThat(LockExpectation.of(LockKind.FLOCK, List.of(nfs, A)).behaviour())
        .isEqualTo(LockBehaviour.COHERENT);
  }

  @Test
  void everyRefutationHasARemedy() {
    assertThat(remedy(member("c", "h", "b", 1, "nfs", "nolock", "local_lock=all")))
        .isEqualTo(
            "c: mount without nolock and local_lock=all; or use a fence table, which takes no"
                + " lock");
    assertThat(remedy(member("c", "h", "b", 1, "cifs", "nobrl"))).contains("without nobrl");
    assertThat(remedy(member("c", "h", "b", 1, "ocfs2", "localflocks")))
        .contains("without localflocks");
    assertThat(remedy(member("c", "h", "b", 1, "lustre", "localflock")))
        .contains("mount with flock instead of localflock");
    assertThat(remedy(member("c", "h", "b", 1, "fuse.bindfs"))).contains("lock forwarding");
    MemberFacts one = member("a", "same", "1", 1, "nfs4");
    MemberFacts clone = member("b", "same", "2", 1, "nfs4");
    assertThat(CrossHostFindings.remedy(LockKind.FLOCK, null, List.of(one, clone)))
        .contains("nfs4_unique_id");
    assertThat(CrossHostFindings.remedy(LockKind.FLOCK, Errno.EBADF, List.of(A, B)))
        .isEqualTo("lock files must be opened for writing here");
  }

  private static String remedy(MemberFacts member) {
    return CrossHostFindings.remedy(LockKind.FLOCK, null, List.of(A, member));
  }

  @Test
  void clocksAreJudgedByWhatIsKnownOfThem() {
    assertThat(CrossHostFindings.skew(List.of(clock("a", 0, 0), clock("b", 500_000, 10))))
        .matches(Outcome::isQualified);
    Outcome far = CrossHostFindings.skew(List.of(clock("a", 0, 0), clock("b", -3_000_000_000L, 9)));
    assertThat(far.isRefuted()).isTrue();
    assertThat(far.verdict().explanation())
        .startsWith("the clock of a is 3.0 s ahead of that of b");
    Outcome vague =
        CrossHostFindings.skew(List.of(clock("a", 0, 0), clock("b", 900_000_000L, 300_000_000L)));
    assertThat(vague.verdict()).isInstanceOf(Verdict.Inconclusive.class);
  }

  @Test
  void betweenHostsLocksCountUnlessTheyAreLeftOut() {
    Profile locks = ScopeVerdict.betweenHosts(Profile.FENCE_TABLE, true);
    assertThat(locks.id()).isEqualTo("fence-table-v1+cross-host");
    assertThat(locks.required())
        .contains(
            Question.SAME_PLACE, Question.ADVISORY_LOCK_EXCLUSION, Question.ADVISORY_LOCK_RELEASE);
    assertThat(ScopeVerdict.betweenHosts(Profile.FENCE_TABLE, false).required())
        .contains(Question.SAME_PLACE)
        .doesNotContain(Question.ADVISORY_LOCK_EXCLUSION);
  }

  @Test
  void aRefutationCountsAlsoWhereNothingCanBeQualified() {
    Profile profile = new Profile("p-v1", java.util.Set.of(Question.EXCLUSIVE_MOVE));
    Answer refuted =
        new Answer(Question.EXCLUSIVE_MOVE, Verdict.refuted("two winners"), null, 1, "");
    Answer qualified = new Answer(Question.EXCLUSIVE_MOVE, Verdict.qualified(), null, 1, "");
    assertThat(ScopeVerdict.of(profile, List.of(refuted), "one host"))
        .isEqualTo(Verdict.refuted("exclusive_move: two winners"));
    assertThat(ScopeVerdict.of(profile, List.of(qualified), "one host"))
        .isEqualTo(Verdict.inconclusive("one host"));
  }
}
