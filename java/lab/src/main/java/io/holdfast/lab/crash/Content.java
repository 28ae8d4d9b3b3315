package io.holdfast.lab.crash;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What the versions of a name hold: a line that says which they are, then bytes that follow from
 * name, version and seed. So a file says itself whether it is whole.
 */
final class Content {

  /** The version of a name that leads to nothing. */
  static final int ABSENT = 0;

  private static final int SMALL_LIMIT = 400;
  private static final int LARGE_LIMIT = 12_000;

  private final long seed;

  Content(long seed) {
    this.seed = seed;
  }

  /** Every byte of a version: two of three are below a sector, others have up to three blocks. */
  byte[] of(String name, int version) {
    SplittableRandom random = new SplittableRandom(seed * 31 + (name + " " + version).hashCode());
    int length = random.nextInt(random.nextInt(3) == 0 ? LARGE_LIMIT : SMALL_LIMIT);
    byte[] head =
        ("holdfast " + name + " " + version + " " + length + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + length);
    for (int i = head.length; i < all.length; i++) {
      all[i] = (byte) random.nextInt('a', 'z' + 1);
    }
    return all;
  }

  /** The version that a file under a name holds, every byte of it; empty where it holds none. */
  Optional<Integer> versionOf(String name, byte[] found) {
    String[] head = firstLine(found).split(" ", -1);
    if (head.length != 4 || !head[0].equals("holdfast") || !head[2].matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    int version = Integer.parseInt(head[2]);
    return Arrays.equals(found, of(name, version)) ? Optional.of(version) : Optional.empty();
  }

  /** What is wrong with a file that holds no version. */
  String describe(byte[] found) {
    int zeros = 0;
    for (byte b : found) {
      zeros += b == 0 ? 1 : 0;
    }
    return found.length
        + " bytes, "
        + zeros
        + " of them zero, first line '"
        + firstLine(found)
        + "'";
  }

  private static String firstLine(byte[] found) {
    int end = 0;
    while (end < found.length && end < SMALL_LIMIT && found[end] >= ' ' && found[end] <= '~') {
      end++;
    }
    return new String(found, 0, end, StandardCharsets.US_ASCII);
  }
}
