package io.holdfast.mount;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the mount that a descriptor is on: by the mount id of statx(2) (Linux 5.8), else by st_dev.
 */
public final class MountFactsReader {

  /** The type of a mount that the table does not show (no /proc, a mount that was detached). */
  public static final String UNKNOWN_TYPE = "unknown";

  private static final int TABLE_LIMIT = 64 * 1024 * 1024;
  private static final byte[] NO_PATH = {};

  private final Posix posix;

  public MountFactsReader(Posix posix) {
    this.posix = posix;
  }

  /** The facts; {@link #UNKNOWN_TYPE} where nobody knows. */
  public MountFacts read(int fd) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(fd, slots), "fstat");
    long dev = FileStat.of(slots).dev();
    String device = MountInfo.deviceName(dev);
    long mountId = mountId(fd);
    MountInfo table;
    try {
      table = MountInfo.parse(KernelFiles.read(posix, "/proc/self/mountinfo", TABLE_LIMIT));
    } catch (PosixException e) {
      return unknown(mountId, device);
    }
    if (mountId != 0) {
      return table.byId(mountId).orElseGet(() -> unknown(mountId, device));
    }
    return table.byDevice(device, path(fd)).orElseGet(() -> unknown(0, device));
  }

  /** The mount id of statx(2), or 0 where the kernel does not tell. */
  public long mountId(int fd) {
    long[] slots = new long[FileStat.SLOTS];
    int result = posix.statx(fd, NO_PATH, Flags.AT_EMPTY_PATH, Flags.STATX_MNT_ID, slots);
    FileStat stat = FileStat.of(slots);
    return result == 0 && (stat.mask() & Flags.STATX_MNT_ID) != 0 ? stat.mountId() : 0;
  }

  /**
   * The absolute path of an open directory as this process sees it, printable; empty where the
   * kernel does not tell.
   */
  public String path(int fd) {
    byte[] buffer = new byte[Posix.PATH_LIMIT];
    int length =
        posix.readlinkat(
            Flags.AT_FDCWD, ("/proc/self/fd/" + fd).getBytes(StandardCharsets.US_ASCII), buffer);
    if (length <= 0 || length == buffer.length) {
      return "";
    }
    return RawPath.of(Arrays.copyOf(buffer, length)).toString();
  }

  private static MountFacts unknown(long mountId, String device) {
    return new MountFacts(mountId, device, UNKNOWN_TYPE, "", "", "", List.of());
  }
}
