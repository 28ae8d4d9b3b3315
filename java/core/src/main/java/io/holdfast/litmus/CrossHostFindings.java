package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an administrator of several hosts should know beside the verdict. Pure. */
final class CrossHostFindings {

  /** Clocks that differ by more are told. */
  static final long SKEW_NANOS = 1_000_000_000L;

  private static final String FENCE = "use a fence table, which takes no lock";

  private final LocalFindings local = new LocalFindings();

  /** {@link LocalFindings} of one host or of one lock kind. */
  LocalFindings local() {
    return local;
  }

  /** All of them, each once. */
  List<Finding> all() {
    Set<Finding> findings = new LinkedHashSet<>(local.all());
    return List.copyOf(findings);
  }

  void ofGathering(List<MemberFacts> members) {
    Topology.findings(members).forEach(f -> local.add(f.id(), f.text()));
  }

  /** The two clocks that are farthest apart, where that is too far. */
  static Outcome skew(List<MemberFacts> members) {
    MemberFacts slow = members.get(0);
    MemberFacts fast = members.get(0);
    long uncertainty = 0;
    for (MemberFacts member : members) {
      slow = member.clock().nanos() < slow.clock().nanos() ? member : slow;
      fast = member.clock().nanos() > fast.clock().nanos() ? member : fast;
      uncertainty = Math.max(uncertainty, member.clock().uncertaintyNanos());
    }
    long skew = fast.clock().nanos() - slow.clock().nanos();
    String within = " (known to " + Spelling.duration(uncertainty) + ")";
    if (skew - uncertainty > SKEW_NANOS) {
      return Outcome.refuted(
          "the clock of "
              + fast.name()
              + " is "
              + Spelling.duration(skew)
              + " ahead of that of "
              + slow.name()
              + within,
          null);
    }
    if (skew + uncertainty > SKEW_NANOS) {
      return Outcome.inconclusive(
          "the clocks differ by " + Spelling.duration(skew) + within + ", which is no answer",
          null);
    }
    return Outcome.qualified(
        "the clocks differ by " + Spelling.duration(skew) + " at most" + within);
  }

  /** What was answered outside the profile and matters all the same. */
  void ofAnswers(List<Answer> answers, long latestNewName) {
    for (Answer answer : answers) {
      if (answer.question() == Question.CLOCK_SKEW
          && answer.verdict() instanceof Verdict.Refuted refuted) {
        local.add(
            "clock-skew",
            refuted.counterExample() + "; let all hosts keep time by one source (NTP)");
      }
    }
    if (latestNewName > SightProbe.LATE_NANOS) {
      local.add(
          "negative-lookup-late",
          "a host that missed a name goes on missing it for "
              + Spelling.duration(latestNewName)
              + " or more after another made it; mount with lookupcache=positive, or expect waits");
    }
  }

  /** One lock kind between all members. */
  void ofLock(LockObservation seen, LockExpectation expected, int triesAfterClose) {
    local.ofLock(seen, expected, triesAfterClose);
  }

  /** What to do about a lock that does not exclude, is not released or is refused. */
  void ofRefutedLock(LockKind kind, @Nullable Errno errno, List<MemberFacts> members) {
    local.add(kind.id() + "-remedy", remedy(kind, errno, members));
  }

  static String remedy(LockKind kind, @Nullable Errno errno, List<MemberFacts> members) {
    if (errno != null) {
      return refused(kind, errno);
    }
    for (MemberFacts member : members) {
      String option = switchedOff(kind, member.mount());
      if (!option.isEmpty()) {
        return member.name() + ": " + option + "; or " + FENCE;
      }
    }
    boolean nfs = members.stream().allMatch(m -> m.mount().type().startsWith("nfs"));
    boolean cloned =
        Topology.findings(members).stream().anyMatch(f -> f.id().equals("one-host-name"));
    if (nfs && cloned) {
      return "give each clone a host name and an NFS client identity of its own (nfs4_unique_id)";
    }
    if (members.stream().anyMatch(m -> m.mount().type().startsWith("fuse"))) {
      return "the FUSE daemon does not carry the "
          + kind.title()
          + " to the others; turn on its lock forwarding, or "
          + FENCE;
    }
    return FENCE;
  }

  private static String refused(LockKind kind, Errno errno) {
    if (errno.equals(Errno.EBADF)) {
      return "lock files must be opened for writing here";
    }
    if (errno.equals(Errno.ENOLCK)) {
      return "the lock service of the file server is missing or full (ENOLCK): start it, or "
          + FENCE;
    }
    return kind.call() + " is not to be had here (" + errno + "); mount with locks, or " + FENCE;
  }

  /** What to change in a mount whose options keep a kind on its host; empty where none does. */
  private static String switchedOff(LockKind kind, MountFacts mount) {
    LockBehaviour expected = LockExpectation.of(kind, mount).behaviour();
    if (expected == LockBehaviour.UNSUPPORTED) {
      return "mount with flock instead of noflock";
    }
    if (expected != LockBehaviour.LOCAL_ONLY) {
      return "";
    }
    return switch (mount.type()) {
      case "nfs", "nfs4" -> "mount without " + String.join(" and ", nfsOptions(mount));
      case "cifs", "smb3", "smbfs" -> "mount without nobrl";
      case "lustre" -> "mount with flock instead of localflock";
      case "ocfs2", "gfs2" ->
          mount.hasOption("localflocks")
              ? "mount without localflocks"
              : kind.title() + "s stay on one node here; use flock";
      default -> "the " + kind.title() + " stays on one host there";
    };
  }

  private static List<String> nfsOptions(MountFacts mount) {
    List<String> options = new ArrayList<>();
    for (String option : mount.options()) {
      boolean localLock = option.startsWith("local_lock=") && !option.endsWith("=none");
      if (option.equals("nolock") || localLock) {
        options.add(option);
      }
    }
    return options;
  }

  /** The run was cut short. */
  void ofDeadline(long deadlineNanos, LitmusPhase phase, List<String> silent) {
    String who = silent.isEmpty() ? "" : "; silent: " + String.join(", ", silent);
    local.add(
        "deadline",
        "all questions together may take "
            + Spelling.duration(deadlineNanos)
            + ", which ended in phase "
            + phase.title()
            + who
            + "; --deadline allows more");
  }
}
