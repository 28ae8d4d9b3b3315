package io.holdfast.lab;

import static io.holdfast.litmus.Profile.COVERAGE_GOSSIP;
import static io.holdfast.litmus.Profile.FENCE_TABLE;
import static io.holdfast.litmus.Profile.FULL_SHARED_STATE;
import static io.holdfast.litmus.Profile.LEASE_TABLE;

import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Expected beside observed: every rig, how it is asked about, and what must be seen. */
public final class LabCases {

  private static final Expectation QUALIFIED = Expectation.of(Outcome.QUALIFIED);
  private static final Expectation INCONCLUSIVE = Expectation.of(Outcome.INCONCLUSIVE);
  private static final Expectation REFUTED = Expectation.of(Outcome.REFUTED);
  private static final Expectation REFUSED = Expectation.of(Outcome.REFUSED);

  private static final Expectation COHERENT = QUALIFIED.allLocks(LockBehaviour.COHERENT);

  /** Two paths through one mount: exclusion is seen, and shows nothing of two mounts. */
  private static final Expectation ONE_CLIENT =
      INCONCLUSIVE
          .says("equal st_dev")
          .answer(Question.SAME_PLACE, "qualified")
          .answer(Question.FLOCK_SAME_CLIENT, "qualified")
          .answer(Question.FLOCK_TWO_MOUNTS, "inconclusive")
          .allLocks(LockBehaviour.COHERENT);

  /** Where a lock is never given back, every question about its release takes all of its time. */
  private static final long STUCK_NANOS = 1_000_000_000L;

  /** What cases are grouped by. */
  public static final List<String> GROUPS =
      List.of("loop", "tmpfs", "overlay", "fuse", "paths", "bad-directory");

  /** All cases, in the order in which they are shown. */
  public static final List<LabCase> ALL = all();

  private LabCases() {}

  /** The cases of a group: {@code loop}, {@code tmpfs}, {@code overlay}, {@code fuse}, … */
  public static List<LabCase> ofGroup(String group) {
    return ALL.stream().filter(labCase -> labCase.group().equals(group)).toList();
  }

  /**
   * The case of an id.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static LabCase named(String id) {
    Optional<LabCase> found = ALL.stream().filter(labCase -> labCase.id().equals(id)).findFirst();
    return found.orElseThrow(() -> new IllegalArgumentException("there is no case " + id));
  }

  private static List<LabCase> all() {
    List<LabCase> cases = new ArrayList<>();
    addLoops(cases);
    addTmpfs(cases);
    addOverlays(cases);
    addLies(cases);
    addTwoLyingMounts(cases);
    addBindfs(cases);
    addPaths(cases);
    addBadDirectories(cases);
    return List.copyOf(cases);
  }

  private static void addLoops(List<LabCase> cases) {
    for (DiskFileSystem type : DiskFileSystem.values()) {
      Rig rig = new LoopRig(type);
      cases.add(new LabCase("loop/" + type.id(), rig, FULL_SHARED_STATE, COHERENT));
    }
    Rig ext4 = new LoopRig(DiskFileSystem.EXT4);
    for (Profile profile : List.of(FENCE_TABLE, LEASE_TABLE, COVERAGE_GOSSIP)) {
      cases.add(new LabCase("loop/ext4/" + profile.shortId(), ext4, profile, COHERENT));
    }
  }

  private static void addTmpfs(List<LabCase> cases) {
    Expectation notDurable =
        INCONCLUSIVE
            .allLocks(LockBehaviour.COHERENT)
            .answer(Question.DIRECTORY_FSYNC, "inconclusive")
            .says("not durable");
    cases.add(new LabCase("tmpfs/plain", new TmpfsRig(), FENCE_TABLE, notDurable));
  }

  private static void addOverlays(List<LabCase> cases) {
    add(cases, "overlay/plain", OverlayRig.Layout.PLAIN, COHERENT);
    add(
        cases,
        "overlay/volatile",
        OverlayRig.Layout.VOLATILE,
        INCONCLUSIVE.answer(Question.DIRECTORY_FSYNC, "inconclusive").says("volatile"));
    add(cases, "overlay/bind", OverlayRig.Layout.BIND, ONE_CLIENT);
    add(
        cases,
        "overlay/one-lower",
        OverlayRig.Layout.ONE_LOWER,
        REFUTED.answer(Question.SAME_PLACE, "refuted").says("never seen"));
    add(
        cases,
        "overlay/one-upper",
        OverlayRig.Layout.ONE_UPPER,
        REFUTED
            .answer(Question.SAME_PLACE, "qualified")
            .allLocks(LockBehaviour.LOCAL_ONLY)
            .whereTheKernelPromisesNothing());
  }

  private static void add(
      List<LabCase> cases, String id, OverlayRig.Layout layout, Expectation expected) {
    cases.add(new LabCase(id, new OverlayRig(layout), FENCE_TABLE, expected));
  }

  private static void addLies(List<LabCase> cases) {
    lie(cases, "forwarded", LEASE_TABLE, COHERENT);
    lie(cases, "local", LEASE_TABLE, COHERENT);
    Expectation granted = REFUTED.allLocks(LockBehaviour.ALWAYS_GRANTED);
    lie(cases, "granted", LEASE_TABLE, granted.answer(Question.ADVISORY_LOCK_EXCLUSION, "refuted"));
    lie(cases, "granted", FENCE_TABLE, QUALIFIED.allLocks(LockBehaviour.ALWAYS_GRANTED));
    lie(
        cases,
        "no-owner",
        FENCE_TABLE,
        QUALIFIED
            .lock(LockKind.FLOCK, LockBehaviour.COHERENT)
            .lock(LockKind.OFD, LockBehaviour.ALWAYS_GRANTED)
            .lock(LockKind.POSIX, LockBehaviour.ALWAYS_GRANTED));
    cases.add(
        new LabCase(
                "fuse/no-release/lease-table",
                new LyingRig("no-release", false),
                LEASE_TABLE,
                REFUTED.answer(Question.ADVISORY_LOCK_RELEASE, "refuted").says("released"))
            .withProbeTimeout(STUCK_NANOS));
    lie(cases, "no-locks", LEASE_TABLE, REFUTED.allLocks(LockBehaviour.UNSUPPORTED).says("ENOSYS"));
    lie(cases, "no-locks", FENCE_TABLE, QUALIFIED.allLocks(LockBehaviour.UNSUPPORTED));
    lie(cases, "no-fsync", FENCE_TABLE, REFUTED.answer(Question.FILE_FSYNC, "refuted EIO"));
    lie(
        cases,
        "no-fsyncdir",
        FENCE_TABLE,
        REFUTED.answer(Question.DIRECTORY_FSYNC, "refuted EINVAL"));
    lie(cases, "no-link", FENCE_TABLE, REFUTED.answer(Question.HARD_LINK, "refuted EPERM"));
    lie(
        cases,
        "no-rename-flags",
        FENCE_TABLE,
        QUALIFIED
            .answer(Question.RENAME_NOREPLACE, "refuted EINVAL")
            .answer(Question.RENAME_EXCHANGE, "refuted EINVAL"));
    lie(
        cases,
        "no-tmpfile",
        FENCE_TABLE,
        QUALIFIED.answer(Question.TMPFILE_LINK, "refuted EOPNOTSUPP"));
    lie(
        cases,
        "two-winners",
        FENCE_TABLE,
        REFUTED
            .answer(Question.EXCLUSIVE_MOVE, "refuted")
            .answer(Question.EXCLUSIVE_LINK, "refuted")
            .answer(Question.EXCLUSIVE_CREATE, "refuted")
            .answer(Question.EXCLUSIVE_MKDIR, "refuted"));
  }

  private static void lie(List<LabCase> cases, String mode, Profile profile, Expectation expected) {
    String id = "fuse/" + mode + "/" + profile.shortId();
    cases.add(new LabCase(id, new LyingRig(mode, false), profile, expected));
  }

  private static void addTwoLyingMounts(List<LabCase> cases) {
    twice(cases, "forwarded", COHERENT);
    twice(cases, "local", REFUTED.allLocks(LockBehaviour.LOCAL_ONLY));
    twice(cases, "granted", REFUTED.allLocks(LockBehaviour.ALWAYS_GRANTED));
    twice(
        cases,
        "no-owner",
        QUALIFIED
            .lock(LockKind.FLOCK, LockBehaviour.COHERENT)
            .lock(LockKind.OFD, LockBehaviour.NO_OWNER)
            .lock(LockKind.POSIX, LockBehaviour.NO_OWNER));
  }

  private static void twice(List<LabCase> cases, String mode, Expectation expected) {
    String id = "fuse/two-mounts/" + mode;
    cases.add(new LabCase(id, new LyingRig(mode, true), LEASE_TABLE, expected));
  }

  private static void addBindfs(List<LabCase> cases) {
    Rig forwarding = new BindfsRig(true, false);
    cases.add(new LabCase("fuse/bindfs", new BindfsRig(false, false), LEASE_TABLE, COHERENT));
    cases.add(
        new LabCase(
            "fuse/bindfs-forwarding",
            forwarding,
            LEASE_TABLE,
            QUALIFIED
                .lock(LockKind.FLOCK, LockBehaviour.COHERENT)
                .lock(LockKind.OFD, LockBehaviour.ALWAYS_GRANTED)));
    cases.add(
        new LabCase(
            "fuse/two-mounts/bindfs",
            new BindfsRig(false, true),
            LEASE_TABLE,
            REFUTED.allLocks(LockBehaviour.LOCAL_ONLY)));
    cases.add(
        new LabCase(
            "fuse/two-mounts/bindfs-forwarding",
            new BindfsRig(true, true),
            LEASE_TABLE,
            QUALIFIED.lock(LockKind.FLOCK, LockBehaviour.COHERENT)));
  }

  private static void addPaths(List<LabCase> cases) {
    cases.add(
        new LabCase(
            "paths/bind-mount", new PathsRig(PathsRig.Second.BIND_MOUNT), FENCE_TABLE, ONE_CLIENT));
    cases.add(
        new LabCase(
            "paths/other-directory",
            new PathsRig(PathsRig.Second.OTHER_DIRECTORY),
            FENCE_TABLE,
            INCONCLUSIVE.answer(Question.SAME_PLACE, "inconclusive")));
  }

  private static void addBadDirectories(List<LabCase> cases) {
    bad(cases, "missing", BadDirectoryRig.Fault.MISSING, "no such");
    bad(cases, "file", BadDirectoryRig.Fault.FILE, "not a directory");
    bad(cases, "fifo", BadDirectoryRig.Fault.FIFO, "not a directory");
    bad(cases, "forbidden", BadDirectoryRig.Fault.FORBIDDEN, "EACCES");
    bad(cases, "read-only", BadDirectoryRig.Fault.READ_ONLY, "EROFS");
    bad(cases, "full", BadDirectoryRig.Fault.FULL, "ENOSPC");
    bad(cases, "last-block", BadDirectoryRig.Fault.LAST_BLOCK, "ENOSPC");
    bad(cases, "no-inodes", BadDirectoryRig.Fault.NO_INODES, "inode");
    odd(cases, "not-utf8", OddNameRig.Oddity.NOT_UTF8, QUALIFIED);
    odd(cases, "newline", OddNameRig.Oddity.NEWLINE, QUALIFIED);
    odd(cases, "long-path", OddNameRig.Oddity.LONG, QUALIFIED);
    odd(cases, "not-utf8-missing", OddNameRig.Oddity.NOT_UTF8_MISSING, REFUSED.says("\\xff"));
    odd(cases, "too-long-path", OddNameRig.Oddity.TOO_LONG, REFUSED.says("ENAMETOOLONG"));
  }

  private static void bad(
      List<LabCase> cases, String name, BadDirectoryRig.Fault fault, String says) {
    String id = "bad-directory/" + name;
    cases.add(new LabCase(id, new BadDirectoryRig(fault), FENCE_TABLE, REFUSED.says(says)));
  }

  private static void odd(
      List<LabCase> cases, String name, OddNameRig.Oddity oddity, Expectation expected) {
    String id = "bad-directory/" + name;
    cases.add(new LabCase(id, new OddNameRig(oddity), FENCE_TABLE, expected));
  }
}
