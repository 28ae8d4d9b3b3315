package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.mount.MountFactsReader;
import java.util.List;

/**
 * What the mount says of a lock kind: the options that switch exclusion between clients off are
 * visible in mountinfo. They are whole words: Lustre shows an unrelated {@code nolock}.
 *
 * @param behaviour what is to be expected; UNKNOWN where the mount does not tell
 * @param text in words, with the option that says so
 */
record LockExpectation(LockBehaviour behaviour, String text) {

  static LockExpectation of(LockKind kind, MountFacts mount) {
    String type = mount.type();
    if (type.equals("nfs") || type.equals("nfs4")) {
      return nfs(kind, mount);
    }
    if (type.equals("cifs") || type.equals("smb3") || type.equals("smbfs")) {
      return smb(mount);
    }
    if (type.equals("lustre")) {
      return lustre(mount);
    }
    if (type.equals("ocfs2") || type.equals("gfs2")) {
      return cluster(kind, mount);
    }
    if (type.equals("overlay")) {
      return new LockExpectation(
          LockBehaviour.COHERENT,
          "excludes within one overlay mount; two overlays on one directory do not exclude each"
              + " other");
    }
    if (type.equals("fuse") || type.startsWith("fuse.") || type.equals("virtiofs")) {
      return new LockExpectation(
          LockBehaviour.UNKNOWN,
          "up to the " + type + " daemon; without its help the kernel excludes within one mount");
    }
    if (type.equals("gpfs")) {
      return kind == LockKind.FLOCK
          ? new LockExpectation(LockBehaviour.LOCAL_ONLY, "flock stays on this client on gpfs")
          : new LockExpectation(LockBehaviour.COHERENT, "shared between clients by gpfs");
    }
    return local(type);
  }

  /** What the mounts of all members say together: one that keeps locks to itself is enough. */
  static LockExpectation of(LockKind kind, List<MemberFacts> members) {
    LockExpectation first = of(kind, members.get(0).mount());
    boolean allAgree = true;
    for (MemberFacts member : members) {
      LockExpectation expected = of(kind, member.mount());
      if (expected.behaviour == LockBehaviour.LOCAL_ONLY
          || expected.behaviour == LockBehaviour.UNSUPPORTED) {
        return new LockExpectation(expected.behaviour, member.name() + ": " + expected.text);
      }
      allAgree &= expected.behaviour == first.behaviour;
    }
    return allAgree
        ? first
        : new LockExpectation(LockBehaviour.UNKNOWN, "the members' mounts differ");
  }

  /** Whether what was seen contradicts what the mount says. */
  boolean isContradictedBy(LockObservation seen) {
    LockBehaviour observed = seen.behaviour();
    if (observed == LockBehaviour.UNKNOWN || behaviour == LockBehaviour.UNKNOWN) {
      return false;
    }
    if (behaviour == LockBehaviour.LOCAL_ONLY && seen.twoMounts() == null) {
      return observed != LockBehaviour.COHERENT;
    }
    return observed != behaviour;
  }

  private static LockExpectation nfs(LockKind kind, MountFacts mount) {
    String local = kind == LockKind.FLOCK ? "local_lock=flock" : "local_lock=posix";
    for (String option : new String[] {local, "local_lock=all", "nolock"}) {
      boolean contradicted = option.equals("nolock") && mount.hasOption("local_lock=none");
      if (mount.hasOption(option) && !contradicted) {
        return new LockExpectation(
            LockBehaviour.LOCAL_ONLY, option + ": " + kind.id() + " stays on this client");
      }
    }
    return new LockExpectation(
        LockBehaviour.COHERENT, "shared through the " + mount.type() + " server");
  }

  private static LockExpectation smb(MountFacts mount) {
    return mount.hasOption("nobrl")
        ? new LockExpectation(LockBehaviour.LOCAL_ONLY, "nobrl: locks stay on this client")
        : new LockExpectation(
            LockBehaviour.MANDATORY, "shared through the SMB server; mandatory, busy is EACCES");
  }

  private static LockExpectation lustre(MountFacts mount) {
    if (mount.hasOption("noflock")) {
      return new LockExpectation(
          LockBehaviour.UNSUPPORTED, "noflock: every lock call answers ENOSYS");
    }
    if (mount.hasOption("localflock")) {
      return new LockExpectation(LockBehaviour.LOCAL_ONLY, "localflock: locks stay on this client");
    }
    String why = mount.hasOption("flock") ? "flock: " : "";
    return new LockExpectation(LockBehaviour.COHERENT, why + "shared between Lustre clients");
  }

  private static LockExpectation cluster(LockKind kind, MountFacts mount) {
    if (mount.hasOption("localflocks")) {
      return new LockExpectation(LockBehaviour.LOCAL_ONLY, "localflocks: locks stay on this node");
    }
    if (kind == LockKind.OFD && mount.type().equals("ocfs2")) {
      return new LockExpectation(LockBehaviour.LOCAL_ONLY, "OFD locks stay on this node on ocfs2");
    }
    if (kind == LockKind.POSIX && mount.type().equals("ocfs2")) {
      return mount.hasOption("cluster_stack=pcmk")
          ? new LockExpectation(LockBehaviour.COHERENT, "shared between the nodes by pcmk")
          : new LockExpectation(
              LockBehaviour.LOCAL_ONLY, "POSIX locks stay on this node on ocfs2 with o2cb");
    }
    return new LockExpectation(
        LockBehaviour.COHERENT, "shared between the nodes by " + mount.type());
  }

  private static LockExpectation local(String type) {
    if (type.equals(MountFactsReader.UNKNOWN_TYPE)) {
      return new LockExpectation(LockBehaviour.UNKNOWN, "");
    }
    return switch (type) {
      case "ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "ramfs", "f2fs", "zfs", "bcachefs" ->
          new LockExpectation(LockBehaviour.COHERENT, "excludes on this host (" + type + ")");
      default -> new LockExpectation(LockBehaviour.UNKNOWN, "nothing is known of " + type);
    };
  }
}
