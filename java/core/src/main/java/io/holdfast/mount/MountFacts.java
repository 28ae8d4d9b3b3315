package io.holdfast.mount;

import java.util.List;
import java.util.Set;

/**
 * What the kernel says of the mount that a directory is on, from /proc/self/mountinfo.
 *
 * @param mountId as in mountinfo and statx
 * @param device {@code major:minor} of mountinfo
 * @param type file system type, e.g. {@code ext4}, {@code nfs4}, {@code fuse.bindfs}
 * @param root the directory of the file system that is mounted; not {@code /} for a bind mount
 * @param mountPoint unescaped raw bytes, printable
 * @param options per-mount and per-superblock options, in that order
 */
public record MountFacts(
    long mountId,
    String device,
    String type,
    String source,
    String root,
    String mountPoint,
    List<String> options) {

  /** File systems that several hosts mount at a time. */
  private static final Set<String> DISTRIBUTED =
      Set.of(
          "9p",
          "afs",
          "beegfs",
          "ceph",
          "cifs",
          "fuse.ceph-fuse",
          "fuse.glusterfs",
          "fuse.juicefs",
          "fuse.mfs",
          "fuse.sshfs",
          "gfs2",
          "gpfs",
          "lustre",
          "nfs",
          "nfs4",
          "ocfs2",
          "orangefs",
          "smb3",
          "smbfs",
          "virtiofs");

  public MountFacts {
    options = List.copyOf(options);
  }

  /** Whether other hosts may have it mounted too, as far as its type tells. */
  public boolean isDistributed() {
    return DISTRIBUTED.contains(type);
  }

  /**
   * Whether an option stands there as a whole word, e.g. {@code nolock} or {@code local_lock=all}.
   */
  public boolean hasOption(String option) {
    return options.contains(option);
  }
}
