package io.holdfast.cli.watch;

import io.holdfast.cli.watch.Watched.Group;
import io.holdfast.cli.watch.Watched.Outcome;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.litmus.cluster.Phase;
import io.holdfast.mount.MountFacts;
import io.holdfast.qualification.Capability;
import io.holdfast.qualification.LockProof;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.qualification.QualifiedPlace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Made-up generations. */
public final class SampleWatch {

  private static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));
  private static final long AT_MILLIS = 1_796_000_000_500L;
  private static final Group GROUP = new Group(1, 2, "mpi", false);

  private SampleWatch() {}

  /** The seventh generation. */
  public static Watched qualified() {
    return qualified(capability());
  }

  /** The same of a root whose name is no text. */
  public static Watched qualifiedBytes() {
    return qualified(capability(new QualifiedPlace("/\\xff", Optional.of("2fff"), 53, 7)));
  }

  private static Watched qualified(Capability capability) {
    return new Watched(
        Outcome.QUALIFIED,
        7,
        "flock excludes, rename and link have one winner between 2 hosts, generation 7",
        AT_MILLIS,
        3_214_000,
        GROUP,
        EPOCH,
        List.of(
            result(Exclusion.FLOCK, Verdict.qualified(), "ab".repeat(Epoch.BYTES)),
            result(Exclusion.NAMES, Verdict.qualified(), "")),
        new QualificationMetrics(7, 0, 7, 7, 0, 2, 1, 22_500_000, 3_214_000),
        OptionalLong.of(AT_MILLIS + 90_000),
        Optional.of(capability));
  }

  /** What it showed of the root. */
  public static Capability capability() {
    return capability(
        new QualifiedPlace("/shared/state", Optional.empty(), 53, 1_234_567_890_123L));
  }

  private static Capability capability(QualifiedPlace root) {
    MountFacts mount =
        new MountFacts(41, "0:53", "nfs4", "server:/s", "/", "/shared", List.of("rw"));
    return new Capability(
        root,
        root,
        mount,
        "lease-table-v1",
        List.of("file_fsync", "directory_fsync"),
        Set.of(Question.FILE_FSYNC, Question.DIRECTORY_FSYNC),
        LockProof.of(List.of(result(Exclusion.FLOCK, Verdict.qualified(), "")), GROUP.transport()));
  }

  /** The one after it; the name of a host would like to command a terminal. */
  public static Watched failed() {
    return failed("b\u001b[2J");
  }

  /** The same, with a host's name. */
  static Watched failed(String hostName) {
    String why = "member 1 (" + hostName + ") acquired the flock while member 0 (a) held it";
    return new Watched(
        Outcome.FAILED,
        8,
        "generation 8 refuted: " + why,
        AT_MILLIS,
        2_000_000,
        GROUP,
        EPOCH,
        List.of(result(Exclusion.FLOCK, Verdict.refuted(why), "", hostName)),
        new QualificationMetrics(8, 0, 8, 7, 1, 2, 1, 24_500_000, 2_000_000),
        OptionalLong.empty(),
        Optional.empty());
  }

  private static ClusterResult result(Exclusion asked, Verdict verdict, String transcript) {
    return result(asked, verdict, transcript, "b");
  }

  private static ClusterResult result(
      Exclusion asked, Verdict verdict, String transcript, String hostName) {
    return new ClusterResult(
        asked,
        verdict,
        verdict instanceof Verdict.Qualified,
        7,
        new Phase(Phase.Kind.EXCLUDED, 1),
        List.of(
            new Member(0, "a 11111111-1111-1111-1111-111111111111"),
            new Member(1, hostName + " 22222222-2222-2222-2222-222222222222")),
        List.of(0L, 1L),
        new Counts(2, 2, 2, 2),
        transcript,
        List.of("two hosts have the name a: a cloned image?"));
  }
}
