package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import java.util.Set;

/**
 * How far a barrier that answers 0 can be believed, as far as that can be known without a crash.
 *
 * <p>By doing, one learns of a barrier that is refused, never of one that does nothing: a memory
 * file system answers 0; so does the kernel for a FUSE file system without fsyncdir (libfuse says
 * ENOSYS once, the kernel then answers 0 for ever without asking, and a daemon may also answer 0 by
 * itself). Here the type of the mount is evidence beside the doing.
 *
 * @param reason in words; empty where nothing is held against the barrier
 */
record BarrierReach(Kind kind, String reason) {

  enum Kind {
    /** The file system claims durability and nothing visible contradicts. */
    CLAIMED,
    /** Whether the daemon has a directory barrier cannot be seen from here. */
    UNPROVEN,
    /** fsync of a directory is known not to reach the server; a sentinel barrier does. */
    CLIENT_ONLY,
    /** Accepted, not durable. */
    NONE
  }

  private static final long TMPFS_MAGIC = 0x01021994L;
  private static final long RAMFS_MAGIC = 0x858458f6L;
  private static final long UNSIGNED_INT = 0xffffffffL;

  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs", "hugetlbfs");
  private static final Set<String> FUSE = Set.of("fuse", "fuseblk", "virtiofs");
  private static final Set<String> CLIENT_SIDE =
      Set.of("lustre", "fuse.glusterfs", "fuse.mfs", "fuse.mfsmount", "fuse.moosefs", "fuse.sshfs");

  /**
   * @param fileSystemType f_type of fstatfs(2)
   */
  static BarrierReach of(MountFacts mount, long fileSystemType) {
    long magic = fileSystemType & UNSIGNED_INT;
    String type = mount.type();
    if (magic == TMPFS_MAGIC || magic == RAMFS_MAGIC || MEMORY.contains(type)) {
      String name = magic == RAMFS_MAGIC ? "ramfs" : MEMORY.contains(type) ? type : "tmpfs";
      return new BarrierReach(Kind.NONE, "accepted, not durable: " + name + " is memory");
    }
    if (type.equals("overlay") && isVolatile(mount)) {
      return new BarrierReach(
          Kind.NONE, "accepted, not durable: the overlay is mounted volatile and syncs nothing");
    }
    if (CLIENT_SIDE.contains(type)) {
      return new BarrierReach(
          Kind.CLIENT_ONLY, "fsync of a directory does not reach the server on " + type);
    }
    if (FUSE.contains(type) || type.startsWith("fuse.")) {
      return new BarrierReach(
          Kind.UNPROVEN,
          "whether the " + type + " daemon syncs directories cannot be seen from here");
    }
    return new BarrierReach(Kind.CLAIMED, "");
  }

  /** The same for an overlay whose upper directory was found to be memory. */
  static BarrierReach overMemory(String upperDirectory) {
    return new BarrierReach(
        Kind.NONE,
        "accepted, not durable: the overlay's upper directory " + upperDirectory + " is memory");
  }

  /** The outcome of a barrier that answered 0. */
  Outcome outcome(String evidence) {
    if (kind == Kind.NONE) {
      return Outcome.inconclusive(reason, null).withEvidence(evidence);
    }
    return Outcome.qualified(reason.isEmpty() ? evidence : evidence + "; " + reason);
  }

  private static boolean isVolatile(MountFacts mount) {
    return mount.hasOption("volatile") || mount.hasOption("fsync=volatile");
  }
}
