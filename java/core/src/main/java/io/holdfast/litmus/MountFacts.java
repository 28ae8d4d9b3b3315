package io.holdfast.litmus;

import java.util.List;

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

  public MountFacts {
    options = List.copyOf(options);
  }

  /**
   * Whether an option stands there as a whole word, e.g. {@code nolock} or {@code local_lock=all}.
   */
  public boolean hasOption(String option) {
    return options.contains(option);
  }
}
