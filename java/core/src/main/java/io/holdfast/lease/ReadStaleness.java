package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
  private static final int TABLE_LIMIT = 16 * 1024 * 1024;
  private static final byte[] HERE = {};

  private ReadStaleness() {}

  /** Of the mount that a directory is on, in milliseconds. */
  static long millis(Posix posix, Dir dir) throws PosixException {
    long[] slots = new long[FileSystemStat.SLOTS];
    PosixException.check(posix.fstatfs(dir.fd(), slots), "fstatfs");
    long type = FileSystemStat.of(slots).type();
    if (type != NFS && !SMB.contains(type)) {
      return 0;
    }
    String options = options(mountTable(posix), mountId(posix, dir));
    return millis(options, type == NFS ? NFS_DEFAULT_SECONDS : SMB_DEFAULT_SECONDS);
  }

  /**
   * As a mount's options say.
   *
   * @param defaultSeconds where they do not
   */
  static long millis(String options, int defaultSeconds) {
    List<String> words = Arrays.asList(options.split(","));
    if (words.contains("noac")) {
      return 0;
    }
    long both = seconds(words, "actimeo", defaultSeconds);
    return 1_000 * Math.max(seconds(words, "acregmax", both), seconds(words, "acdirmax", both));
  }

  private static long seconds(List<String> words, String key, long otherwise) {
    return words.stream()
        .filter(word -> word.matches(key + "=[0-9]{1,9}"))
        .mapToLong(word -> Long.parseLong(word.substring(key.length() + 1)))
        .findFirst()
        .orElse(otherwise);
  }

  /** The last word of a mount's line in /proc/self/mountinfo; empty where there is none. */
  static String options(String table, long mountId) {
    return table
        .lines()
        .filter(line -> line.startsWith(mountId + " "))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .findFirst()
        .orElse("");
  }

  private static long mountId(Posix posix, Dir dir) {
    long[] slots = new long[FileStat.SLOTS];
    int result = posix.statx(dir.fd(), HERE, Flags.AT_EMPTY_PATH, Flags.STATX_MNT_ID, slots);
    return result == 0 ? FileStat.of(slots).mountId() : 0;
  }

  /** Empty where the kernel does not show it: the defaults count then. */
  private static String mountTable(Posix posix) {
    byte[] path = "/proc/self/mountinfo".getBytes(StandardCharsets.US_ASCII);
    try (Descriptor file = Descriptor.open(posix, Flags.AT_FDCWD, path, Flags.O_RDONLY, 0)) {
      ByteArrayOutputStream table = new ByteArrayOutputStream();
      byte[] buffer = new byte[32 * 1024];
      while (table.size() < TABLE_LIMIT) {
        int count = posix.read(file.number(), buffer, 0, buffer.length);
        if (!Errno.EINTR.is(count)) {
          if (PosixException.check(count, "read", path) == 0) {
            break;
          }
          table.write(buffer, 0, count);
        }
      }
      return table.toString(StandardCharsets.ISO_8859_1);
    } catch (PosixException e) {
      return "";
    }
  }
}
