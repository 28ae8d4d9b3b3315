package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.mount.NfsClient;
import io.holdfast.mount.NfsLease;
import io.holdfast.posix.FileStat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an administrator should know beside the verdict: one sentence each, with advice. Pure.
 *
 * <p>Ids are stable.
 */
final class LocalFindings {

  private static final Map<Question, String> MISSING_FEATURES =
      Map.of(
          Question.TMPFILE_LINK, "publish uses a staged name, a link and an unlink instead",
          Question.RENAME_NOREPLACE, "renameNoReplace answers unsupported here",
          Question.RENAME_EXCHANGE, "two names cannot be exchanged in one step here",
          Question.USER_XATTR,
              "the barrier probe uses O_TMPFILE, or a create and an unlink, instead",
          Question.BIRTH_TIME, "nothing tells when a file was made here",
          Question.FLOCK_READONLY, "open lock files O_RDWR here, as Holdfast always does",
          Question.FSYNC_READONLY, "sync through a descriptor that is open for writing here");

  private static final int WORLD_WRITABLE = 0002;
  private static final int KEPT_TREES_TOLD = 3;

  private final List<Finding> findings = new ArrayList<>();

  void add(String id, String text) {
    findings.add(new Finding(id, text));
  }

  List<Finding> all() {
    return List.copyOf(findings);
  }

  /** What the mount and the directory's mode say before anything is done. */
  void ofPlace(String path, MountFacts mount, FileStat root) {
    if ((root.mode() & WORLD_WRITABLE) != 0) {
      add(
          "root-world-writable",
          path + " is writable by everybody; a lease table refuses such a root: chmod o-w");
    }
    ofMount(mount);
  }

  /** What mount options say against state. */
  void ofMount(MountFacts mount) {
    for (String option : List.of("nobarrier", "barrier=0")) {
      if (mount.hasOption(option)) {
        add(
            "barriers-off",
            "mount option "
                + option
                + " keeps fsync from flushing the device's cache: a power cut"
                + " loses synced data; mount with barriers");
      }
    }
    for (String option : List.of("soft", "softerr")) {
      if (mount.type().startsWith("nfs") && mount.hasOption(option)) {
        add(
            "soft-mount",
            "mount option " + option + " turns a slow server into errors; mount hard for state");
      }
    }
  }

  /** What the kernel tells of this host as a client of the server. */
  void ofNfsClient(NfsClient client) {
    client.lease().ifPresent(this::ofNfsLease);
    if (client.isNamedByHostAlone()) {
      add(
          "nfs-client-named-by-host",
          "the NFS server knows this client by its host name alone: a clone of that name is the"
              + " same client to it, and both hold one lock; set nfs4_unique_id on every clone");
    }
  }

  private void ofNfsLease(NfsLease lease) {
    add(
        lease.isExpired() ? "nfs-lease-expired" : "nfs-lease",
        lease.isExpired()
            ? MountWarnings.expired(lease)
            : "the NFS server may give this client's locks to others when it is silent for "
                + lease.seconds()
                + " s: only a fence table is safe from a holder that wakes up after that");
  }

  /** Where a path led that was no directory itself. */
  void ofLink(String path, String leadsTo) {
    add(LocalReport.LINKED_ROOT, LocalReport.linkedRoot(path, leadsTo));
  }

  /** What became of trees that other runs left. */
  void ofSweep(String path, TreeSweeper.Swept swept, String note) {
    if (swept.removed() > 0) {
      add(
          "leftover-trees-swept",
          swept.removed() + " probe trees of killed runs were removed from " + path);
    }
    int count = swept.kept().size();
    if (count > 0) {
      String trees = count == 1 ? "a probe tree was" : count + " probe trees were";
      List<String> told = swept.kept().subList(0, Math.min(count, KEPT_TREES_TOLD));
      add(
          "leftover-tree-kept",
          trees + " left alone in " + path + ": " + String.join("; ", told) + more(count));
    }
    if (!note.isEmpty()) {
      add("liveness-lock", "this run's probe tree has no lock: " + note);
    }
  }

  private static String more(int kept) {
    return kept <= KEPT_TREES_TOLD ? "" : "; and " + (kept - KEPT_TREES_TOLD) + " more";
  }

  /** How far barriers reach. */
  void ofBarriers(BarrierReach reach) {
    switch (reach.kind()) {
      case NONE ->
          add("accepted-not-durable", reach.reason() + "; use storage that survives a crash");
      case UNPROVEN ->
          add(
              "directory-barrier-unproven",
              reach.reason() + "; ask its vendor, or let tables use the sentinel barrier");
      case CLIENT_ONLY ->
          add(
              "directory-barrier-client-only",
              reach.reason() + "; tables use the sentinel barrier here");
      case CLAIMED -> {
        // Nothing to say.
      }
    }
  }

  /** Features that are missing, each with what happens instead. */
  void ofFeatures(List<Answer> answers) {
    for (Answer answer : answers) {
      String instead = MISSING_FEATURES.get(answer.question());
      if (instead != null && answer.verdict() instanceof Verdict.Refuted refuted) {
        add(
            "no-" + answer.question().id().replace('_', '-'),
            refuted.counterExample() + "; " + instead);
      }
    }
  }

  /** One lock kind: what was seen, and whether the mount says so. */
  void ofLock(LockObservation seen, LockExpectation expected, int triesAfterClose) {
    String kind = seen.kind().id();
    String title = seen.kind().title();
    describe(kind, title, seen);
    if (expected.isContradictedBy(seen)) {
      add(
          kind + "-not-as-mounted",
          "expected of the " + title + ": " + expected.text() + "; observed: " + seen.behaviour());
    } else if (expected.behaviour() == LockBehaviour.LOCAL_ONLY && seen.twoMounts() == null) {
      add(
          kind + "-local-only",
          expected.text()
              + ": two clients may both hold it; use a fence table, which takes no lock");
    }
    if (triesAfterClose > 1) {
      add(
          kind + "-release-late",
          "close frees the "
              + title
              + " late here (seen at try "
              + triesAfterClose
              + "): unlock before closing, as Holdfast always does");
    }
  }

  private void describe(String kind, String title, LockObservation seen) {
    switch (seen.behaviour()) {
      case LOCAL_ONLY ->
          add(
              kind + "-local-only",
              "the "
                  + title
                  + " excludes within one mount and not between two: two clients may both hold it;"
                  + " use a fence table, which takes no lock");
      case NO_OWNER ->
          add(
              kind + "-no-owner",
              "the "
                  + title
                  + " excludes between mounts and not within one: two processes of one client may"
                  + " both hold it");
      case ALWAYS_GRANTED ->
          add(
              kind + "-always-granted",
              "the " + title + " is granted to everybody and excludes nobody");
      case UNSUPPORTED ->
          add(
              kind + "-unsupported",
              "the call that takes the " + title + " answers an error; see its questions");
      case MANDATORY ->
          add(
              kind + "-mandatory",
              "the "
                  + title
                  + " is mandatory here: never read a locked file through another descriptor");
      case COHERENT, UNKNOWN -> {
        // Nothing to say.
      }
    }
  }

  /** Barriers too fast to be true. */
  void ofCosts(List<BarrierCost> costs) {
    for (BarrierCost cost : costs) {
      if (cost.implausiblyFast()) {
        add(
            "implausibly-fast",
            "fsync of a file takes "
                + Spelling.duration(cost.p50Nanos())
                + " at the median, which no device with a flush can do: look for a cache that"
                + " ignores flushes (persistent memory is the exception)");
      }
    }
  }

  /** What still holds between two paths whose locks do not exclude. */
  void ofTwoMounts(List<Answer> answers) {
    boolean locksFail =
        answers.stream()
            .anyMatch(
                a ->
                    a.question() == Question.ADVISORY_LOCK_EXCLUSION
                        && a.verdict() instanceof Verdict.Refuted);
    boolean fenceHolds =
        Profile.FENCE_TABLE.required().stream()
            .allMatch(
                q ->
                    answers.stream()
                        .anyMatch(
                            a -> a.question() == q && a.verdict() instanceof Verdict.Qualified));
    if (locksFail && fenceHolds) {
      add(
          "fence-table-holds",
          "all that a fence table needs holds between both paths; only locks do not exclude");
    }
  }

  /** A problem with something that should be gone. */
  void ofRemoval(Optional<String> problem) {
    problem.ifPresent(text -> add(LocalReport.TREE_LEFT, text + "; the next run sweeps it"));
  }

  /** A process that nothing can end. */
  void ofContender(Contender contender) {
    if (contender.hasLeftProcessBehind()) {
      add(
          "process-left-behind",
          "a holdfast-agent hangs in the kernel below "
              + contender.root()
              + " and survives SIGKILL; it ends when the storage answers");
    }
  }
}
