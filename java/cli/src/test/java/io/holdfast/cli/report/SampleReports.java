package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Made-up reports of each kind: what a renderer has to cope with. */
public final class SampleReports {

  private static final long STARTED_MILLIS = 1_796_000_000_000L;
  private static final MountFacts EXT4 =
      new MountFacts(31, "7:0", "ext4", "/dev/loop0", "/", "/srv/state", List.of("rw", "relatime"));

  private SampleReports() {}

  /** All is well on ext4; one further question is refuted. */
  public static LocalReport qualified() {
    Draft draft = new Draft(Scope.SAME_CLIENT, Profile.FENCE_TABLE, EXT4);
    draft.without(
        Question.SAME_PLACE,
        Question.FLOCK_TWO_MOUNTS,
        Question.OFD_TWO_MOUNTS,
        Question.POSIX_TWO_MOUNTS);
    draft.answer(
        Question.RENAME_EXCHANGE,
        Verdict.refuted("renameat2(RENAME_EXCHANGE) answered EINVAL"),
        Errno.EINVAL,
        "");
    draft.locks.add(lock(LockKind.FLOCK, LockBehaviour.COHERENT, "excludes, a local disk"));
    draft.locks.add(lock(LockKind.OFD, LockBehaviour.COHERENT, "excludes, a local disk"));
    draft.locks.add(lock(LockKind.POSIX, LockBehaviour.COHERENT, ""));
    draft.costs.add(new BarrierCost("file_fsync", 1234, 612_345, 2_345_678, null, false));
    draft.costs.add(new BarrierCost("directory_fsync", 98_765, 850, 12_345, null, true));
    draft.costs.add(new BarrierCost("replace", 321, 1_234_567, 1_234_567_890, null, false));
    draft.costs.add(new BarrierCost("publish", 3, 0, 0, Errno.EIO, false));
    return draft.report(Verdict.qualified());
  }

  /** Two mounts of a file system that keeps locks to itself: a counter-example. */
  public static LocalReport refuted() {
    MountFacts bindfs =
        new MountFacts(
            55,
            "0:47",
            "fuse.bindfs",
            "/srv/lower",
            "/",
            "/mnt/a",
            List.of("rw", "nosuid", "user_id=0", "group_id=0", "allow_other"));
    Profile profile =
        Profile.FENCE_TABLE.with(
            "fence-table-v1+two-mounts",
            Question.ADVISORY_LOCK_EXCLUSION,
            Question.ADVISORY_LOCK_RELEASE);
    Draft draft = new Draft(Scope.SAME_HOST_TWO_MOUNTS, profile, bindfs);
    draft.also = RawPath.of("/mnt/b");
    draft.alsoMount =
        new MountFacts(56, "0:48", "fuse.bindfs", "/srv/lower", "/", "/mnt/b", bindfs.options());
    String counterExample =
        "process B acquired the flock through /mnt/b while process A held it through /mnt/a,"
            + " round 1 of 20";
    draft.answer(
        Question.ADVISORY_LOCK_EXCLUSION, Verdict.refuted(counterExample), null, "20 rounds");
    draft.answer(Question.FLOCK_TWO_MOUNTS, Verdict.refuted(counterExample), null, "");
    draft.answer(
        Question.OFD_SAME_CLIENT,
        Verdict.refuted("fcntl(F_OFD_SETLK) answered ENOSYS"),
        Errno.ENOSYS,
        "");
    draft.answer(
        Question.POSIX_SAME_PROCESS, Verdict.refuted("the second open was refused"), null, "");
    draft.answer(
        Question.FLOCK_RELEASE_CLOSE,
        Verdict.refuted("still held 5 s after close"),
        null,
        "tried 50 times");
    draft.answer(
        Question.FLOCK_RELEASE_KILL, Verdict.inconclusive("the holder did not start"), null, "");
    Verdict notShown =
        Verdict.inconclusive("no release can be shown, because the lock does not exclude");
    draft.answer(Question.OFD_RELEASE_UNLOCK, notShown, null, "");
    draft.answer(Question.OFD_RELEASE_CLOSE, notShown, null, "");
    draft.answer(Question.OFD_RELEASE_KILL, notShown, null, "");
    draft.locks.add(
        lock(
            LockKind.FLOCK,
            LockBehaviour.LOCAL_ONLY,
            "excludes within one mount only: FUSE without lock forwarding"));
    draft.locks.add(lock(LockKind.OFD, LockBehaviour.UNSUPPORTED, ""));
    draft.locks.add(lock(LockKind.POSIX, LockBehaviour.UNKNOWN, ""));
    draft.findings.add(
        new Finding(
            "flock-not-as-mounted",
            "flock excludes nothing between /mnt/a and /mnt/b although both lead to one place;"
                + " mount it once, or with lock forwarding."));
    return draft.report(Verdict.refuted(counterExample));
  }

  /** tmpfs: every call is accepted and nothing is durable. */
  public static LocalReport inconclusive() {
    MountFacts tmpfs =
        new MountFacts(
            40, "0:31", "tmpfs", "tmpfs", "/", "/dev/shm", List.of("rw", "nosuid", "size=64m"));
    Draft draft = new Draft(Scope.SAME_CLIENT, Profile.LEASE_TABLE, tmpfs);
    Verdict verdict = Verdict.inconclusive("accepted, not durable: tmpfs keeps nothing");
    draft.publication = RawPath.of("/dev/shm/publication");
    draft.publicationMount = tmpfs;
    draft.answer(Question.FILE_FSYNC, verdict, null, "fsync answered 0");
    draft.answer(Question.DIRECTORY_FSYNC, verdict, null, "fsync answered 0");
    draft.findings.add(
        new Finding("accepted-not-durable", "A power cut takes everything on tmpfs."));
    return draft.report(verdict);
  }

  /** Names and evidence that try to command the terminal, and a path that is not UTF-8. */
  public static LocalReport hostile() {
    MountFacts mount =
        new MountFacts(
            77,
            "0:99",
            "nfs4",
            "server:/export|\u001b]0;title\u0007",
            "/",
            "/mnt/\u202egpj.exe",
            List.of("rw", "vers=4.2", "addr=192.0.2.7", "local_lock=none", "user=alice"));
    Draft draft = new Draft(Scope.SAME_CLIENT, Profile.FENCE_TABLE, mount);
    draft.directory = RawPath.of(new byte[] {'/', 'm', 'n', 't', '/', (byte) 0xff, '\n', 'x'});
    draft.also = RawPath.of("/mnt/größe \"quoted\" \\ 和");
    draft.answer(
        Question.HARD_LINK,
        Verdict.refuted("name \u001b[2Jwiped # \"all\" \\ on node-7\r\nok 99"),
        Errno.ofNumber(512),
        "server:/export|\u001b]0;title\u0007 said no");
    draft.findings.add(new Finding("seen\u001b[31m", "node-7 via 192.0.2.7 as alice | done"));
    return draft.report(Verdict.refuted("name \u001b[2Jwiped on node-7 | after\nthat"));
  }

  /** A report in which every field has something to say. */
  public static LocalReport complete() {
    Draft draft = new Draft(Scope.SAME_HOST_TWO_MOUNTS, Profile.FENCE_TABLE, EXT4);
    RawPath notUtf8 = RawPath.of(new byte[] {'/', (byte) 0xfe});
    draft.directory = notUtf8;
    draft.also = notUtf8;
    draft.publication = notUtf8;
    draft.alsoMount = EXT4;
    draft.publicationMount = EXT4;
    draft.answer(Question.HARD_LINK, Verdict.refuted("no"), Errno.EMLINK, "seen");
    draft.locks.add(lock(LockKind.FLOCK, LockBehaviour.COHERENT, "excludes"));
    draft.costs.add(new BarrierCost("publish", 3, 1, 2, Errno.EIO, false));
    draft.findings.add(new Finding("id", "text"));
    return draft.report(Verdict.refuted("no"));
  }

  private static LockSummary lock(LockKind kind, LockBehaviour observed, String expected) {
    return new LockSummary(kind, observed, expected);
  }

  /** A report in the making: every question qualified until said otherwise. */
  private static final class Draft {
    private final Scope scope;
    private final Profile profile;
    private final MountFacts mount;
    private final Map<Question, Answer> answers = new EnumMap<>(Question.class);
    private final List<LockSummary> locks = new ArrayList<>();
    private final List<BarrierCost> costs = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private RawPath directory;
    private long nanos = 850;
    private RawPath also;
    private RawPath publication;
    private MountFacts alsoMount;
    private MountFacts publicationMount;

    Draft(Scope scope, Profile profile, MountFacts mount) {
      this.scope = scope;
      this.profile = profile;
      this.mount = mount;
      this.directory = RawPath.of(mount.mountPoint());
      for (Question question : EnumSet.complementOf(EnumSet.copyOf(Question.BETWEEN_HOSTS))) {
        answer(question, Verdict.qualified(), null, "200 rounds, one winner each");
      }
    }

    void answer(Question question, Verdict verdict, Errno errno, String evidence) {
      nanos += nanos / 4;
      answers.put(question, new Answer(question, verdict, errno, nanos, evidence));
    }

    void without(Question... questions) {
      answers.keySet().removeAll(List.of(questions));
    }

    LocalReport report(Verdict verdict) {
      return new LocalReport(
          directory,
          also,
          publication,
          profile,
          scope,
          verdict,
          "jni",
          "6.1.0-41-amd64",
          "2f0c7a52-9c1d-4f6e-8d5b-0a1b2c3d4e5f",
          "node-7",
          STARTED_MILLIS,
          4_100_000_000L,
          mount,
          alsoMount,
          publicationMount,
          List.copyOf(answers.values()),
          locks,
          costs,
          findings);
    }
  }
}
