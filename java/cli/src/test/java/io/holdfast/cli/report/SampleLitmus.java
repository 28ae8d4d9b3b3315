package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.ClockOffset;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.MemberFacts;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.ProtocolVerdict;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.util.List;

/** A made-up litmus with everything in it. */
public final class SampleLitmus {

  private static final Profile PROFILE =
      Profile.FENCE_TABLE.with("fence-table-v1+cross-host", Question.FLOCK_CROSS_HOST);

  private SampleLitmus() {}

  /** NFS without locks on one side: flock is refuted, fences hold. */
  public static LitmusReport refuted() {
    Verdict both = Verdict.refuted("node02 acquired the flock while node01 held it (phase held)");
    return report(
        both,
        List.of(
            answer(Question.EXCLUSIVE_MOVE, Verdict.qualified(), null),
            answer(Question.FLOCK_CROSS_HOST, both, null),
            answer(Question.OFD_CROSS_HOST, Verdict.refuted("no OFD locks <here>"), Errno.ENOLCK),
            answer(Question.NEGATIVE_LOOKUP, Verdict.inconclusive("not seen"), null)));
  }

  /** All is well. */
  public static LitmusReport qualified() {
    return report(
        Verdict.qualified(), List.of(answer(Question.EXCLUSIVE_MOVE, Verdict.qualified(), null)));
  }

  private static Answer answer(Question question, Verdict verdict, Errno errno) {
    return new Answer(question, verdict, errno, 1_500_000, "2 rounds");
  }

  private static LitmusReport report(Verdict verdict, List<Answer> answers) {
    return new LitmusReport(
        PROFILE,
        Scope.CROSS_HOST,
        Scope.CROSS_HOST,
        verdict,
        List.of(
            new ProtocolVerdict("moved-fence", PROFILE, Verdict.qualified()),
            new ProtocolVerdict("update-locks", PROFILE, verdict)),
        2,
        true,
        1_796_000_000_000L,
        4_200_000_000L,
        List.of(
            member("node01", RawPath.of("/srv/state"), 0),
            member("node02", RawPath.of(new byte[] {'/', (byte) 0xff}), -2_000_000)),
        answers,
        List.of(new LockSummary(LockKind.FLOCK, LockBehaviour.LOCAL_ONLY, "node02: nolock")),
        List.of(new Finding("flock-remedy", "node02: mount without nolock")));
  }

  private static MemberFacts member(String name, RawPath directory, long offset) {
    return new MemberFacts(
        name,
        directory,
        name + ".example",
        "boot-" + name.length() + offset,
        "6.1",
        "x86_64",
        77,
        new MountFacts(
            31, "0:40", "nfs", "server:/export", "/", "/srv/state", List.of("rw", "nolock")),
        new ClockOffset(offset, 100_000));
  }
}
