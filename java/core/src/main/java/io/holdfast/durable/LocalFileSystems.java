package io.holdfast.durable;

import java.util.Set;

/**
 * File systems of this host, by the f_type of statfs(2): their directories are made durable by
 * fsync(2) itself. Anything else gets the sentinel, which costs time and is never wrong.
 *
 * <p>The numbers are those of linux/magic.h and of the out-of-tree file systems' headers; they are
 * no constants of the C library.
 */
final class LocalFileSystems {

  private static final long EXT = 0xEF53L;
  private static final long XFS = 0x58465342L;
  private static final long BTRFS = 0x9123683EL;
  private static final long F2FS = 0xF2F52010L;
  private static final long OVERLAY = 0x794C7630L;
  private static final long ZFS = 0x2FC12FC1L;
  private static final long BCACHEFS = 0xCA451A4EL;
  private static final long TMPFS = 0x01021994L;
  private static final long RAMFS = 0x858458F6L;

  private static final Set<Long> IN_MEMORY = Set.of(TMPFS, RAMFS);
  private static final Set<Long> ON_DISK = Set.of(EXT, XFS, BTRFS, F2FS, OVERLAY, ZFS, BCACHEFS);

  private LocalFileSystems() {}

  static boolean include(long type) {
    return ON_DISK.contains(type) || isInMemory(type);
  }

  /** Whether barriers are accepted here and nothing survives a power cut. */
  static boolean isInMemory(long type) {
    return IN_MEMORY.contains(type);
  }
}
