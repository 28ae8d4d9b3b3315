package io.holdfast.mount;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lease that an NFS 4 server has given this client, as /proc/self/mountstats tells it. A server
 * may give a silent client's locks to others when the lease has expired.
 *
 * @param seconds for how long the client may be silent
 * @param expiredSeconds how long ago it expired, as far as this client knows; 0 while it holds
 */
public record NfsLease(long seconds, long expiredSeconds) {

  /** Where it stands. */
  public static final String FILE = "/proc/self/mountstats";

  private static final int TABLE_LIMIT = 64 * 1024 * 1024;
  private static final String DEVICE = "device ";
  private static final String MOUNTED_ON = " mounted on ";
  private static final String WITH_TYPE = " with fstype ";
  private static final Pattern LEASE =
      Pattern.compile("[:,]lease_time=([0-9]{1,18}),lease_expired=([0-9]{1,18})");

  public boolean isExpired() {
    return expiredSeconds > 0;
  }

  /** Of a mount of type nfs4; empty where the kernel does not tell. */
  static Optional<NfsLease> of(Posix posix, MountFacts mount) {
    try {
      return parse(KernelFiles.read(posix, FILE, TABLE_LIMIT), mount);
    } catch (PosixException e) {
      return Optional.empty();
    }
  }

  /**
   * Of a mount, from the bytes of {@value #FILE}. Of several mounts on one mount point the last is
   * the one that is seen.
   */
  public static Optional<NfsLease> parse(byte[] table, MountFacts mount) {
    NfsLease lease = null;
    boolean isOfMount = false;
    for (String line : new String(table, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      if (line.startsWith(DEVICE)) {
        isOfMount = mountPoint(line).equals(mount.mountPoint());
        lease = isOfMount ? null : lease;
      } else if (isOfMount) {
        Matcher told = LEASE.matcher(line);
        if (told.find()) {
          lease = new NfsLease(Long.parseLong(told.group(1)), Long.parseLong(told.group(2)));
        }
      }
    }
    return Optional.ofNullable(lease);
  }

  private static String mountPoint(String line) {
    int start = line.indexOf(MOUNTED_ON);
    int end = line.lastIndexOf(WITH_TYPE);
    return start < 0 || end < start
        ? ""
        : RawPath.of(MountInfo.unescape(line.substring(start + MOUNTED_ON.length(), end)))
            .toString();
  }
}
