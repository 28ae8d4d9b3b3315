package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.mount.MountFacts;
import io.holdfast.mount.MountFactsReader;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.List;

/**
 * How old may be what a look shows, by the attribute cache of the mount: nfs(5), mount.cifs(8). 0
 * for all other file systems; what a FUSE server lets its kernel remember is told nowhere.
 */
final class ReadStaleness {

  private static final long NFS = 0x6969;
  private static final List<Long> SMB = List.of(0xff534d42L, 0xfe534d42L);
  private static final int NFS_DEFAULT_SECONDS = 60;
  private static final int SMB_DEFAULT_SECONDS = 1;

  private ReadStaleness() {}

  /** Of the mount that a directory is on, in milliseconds. */
  static long millis(Posix posix, Dir dir) throws PosixException {
    long[] slots = new long[FileSystemStat.SLOTS];
    PosixException.check(posix.fstatfs(dir.fd(), slots), "fstatfs");
    long type = FileSystemStat.of(slots).type();
    if (type != NFS && !SMB.contains(type)) {
      return 0;
    }
    MountFacts mount = new MountFactsReader(posix).read(dir.fd());
    return millis(mount.options(), type == NFS ? NFS_DEFAULT_SECONDS : SMB_DEFAULT_SECONDS);
  }

  /**
   * As a mount's options say; none where the kernel does not show them.
   *
   * @param defaultSeconds where they do not
   */
  static long millis(List<String> options, int defaultSeconds) {
    if (options.contains("noac")) {
      return 0;
    }
    long both = seconds(options, "actimeo", defaultSeconds);
    return 1_000 * Math.max(seconds(options, "acregmax", both), seconds(options, "acdirmax", both));
  }

  private static long seconds(List<String> words, String key, long otherwise) {
    return words.stream()
        .filter(word -> word.matches(key + "=[0-9]{1,9}"))
        .mapToLong(word -> Long.parseLong(word.substring(key.length() + 1)))
        .findFirst()
        .orElse(otherwise);
  }
}
