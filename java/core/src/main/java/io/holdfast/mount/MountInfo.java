package io.holdfast.mount;

import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The table of /proc/self/mountinfo, read as proc(5) describes it: {@code 36 35 98:0 /root /point
 * rw,noatime shared:1 … - ext4 /dev/sda1 rw,errors=continue}.
 */
public final class MountInfo {

  private static final int OPTIONAL_FIELDS_AT = 6;

  private final List<MountFacts> mounts;

  private MountInfo(List<MountFacts> mounts) {
    this.mounts = mounts;
  }

  /** Reads every line; a line that does not look like one is left out. */
  public static MountInfo parse(byte[] table) {
    List<MountFacts> mounts = new ArrayList<>();
    String text = new String(table, StandardCharsets.ISO_8859_1);
    for (String line : text.split("\n", -1)) {
      parseLine(line).ifPresent(mounts::add);
    }
    return new MountInfo(List.copyOf(mounts));
  }

  /** Every mount, in the order of the table. */
  public List<MountFacts> mounts() {
    return mounts;
  }

  /** The mount with an id of statx(2). */
  Optional<MountFacts> byId(long mountId) {
    return mounts.stream().filter(m -> m.mountId() == mountId).findFirst();
  }

  /**
   * A mount of the device {@code major:minor}: the one whose mount point is the longest beginning
   * of {@code path}, or else the last in the table.
   */
  Optional<MountFacts> byDevice(String device, String path) {
    MountFacts best = null;
    for (MountFacts mount : mounts) {
      if (mount.device().equals(device) && (best == null || !isBetter(best, mount, path))) {
        best = mount;
      }
    }
    return Optional.ofNullable(best);
  }

  /** {@code major:minor} of a device number as stat(2) gives it, spelled as in the table. */
  public static String deviceName(long dev) {
    long major = ((dev >>> 8) & 0xfffL) | ((dev >>> 32) & ~0xfffL);
    long minor = (dev & 0xffL) | ((dev >>> 12) & ~0xffL & 0xffffffffL);
    return major + ":" + minor;
  }

  private static boolean isBetter(MountFacts one, MountFacts other, String path) {
    boolean oneHolds = holds(one.mountPoint(), path);
    boolean otherHolds = holds(other.mountPoint(), path);
    if (oneHolds != otherHolds) {
      return oneHolds;
    }
    return oneHolds && one.mountPoint().length() > other.mountPoint().length();
  }

  private static boolean holds(String mountPoint, String path) {
    return mountPoint.equals("/") || path.equals(mountPoint) || path.startsWith(mountPoint + "/");
  }

  private static Optional<MountFacts> parseLine(String line) {
    List<String> fields = Arrays.asList(line.split(" ", -1));
    int dash = fields.size() <= OPTIONAL_FIELDS_AT ? -1 : dashAt(fields);
    if (dash < 0 || fields.size() < dash + 4) {
      return Optional.empty();
    }
    try {
      Set<String> options = new LinkedHashSet<>();
      addOptions(fields.get(5), options);
      addOptions(fields.get(dash + 3), options);
      return Optional.of(
          new MountFacts(
              Long.parseLong(fields.get(0)),
              fields.get(2),
              printable(fields.get(dash + 1)),
              printable(fields.get(dash + 2)),
              printable(fields.get(3)),
              printable(fields.get(4)),
              List.copyOf(options)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static int dashAt(List<String> fields) {
    for (int i = OPTIONAL_FIELDS_AT; i < fields.size(); i++) {
      if (fields.get(i).equals("-")) {
        return i;
      }
    }
    return -1;
  }

  private static void addOptions(String field, Set<String> options) {
    for (String option : field.split(",", -1)) {
      if (!option.isEmpty()) {
        options.add(printable(option));
      }
    }
  }

  private static String printable(String field) {
    return RawPath.of(unescape(field)).toString();
  }

  /** Undoes {@code \040} and the like. */
  static byte[] unescape(String field) {
    byte[] out = new byte[field.length()];
    int length = 0;
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\' && isOctal(field, i + 1)) {
        out[length++] = (byte) Integer.parseInt(field.substring(i + 1, i + 4), 8);
        i += 3;
      } else {
        out[length++] = (byte) c;
      }
    }
    return Arrays.copyOf(out, length);
  }

  private static boolean isOctal(String field, int at) {
    if (at + 3 > field.length() || field.charAt(at) > '3') {
      return false;
    }
    return field.substring(at, at + 3).chars().allMatch(c -> c >= '0' && c <= '7');
  }
}
