package io.holdfast.campaign.crew;

import io.holdfast.result.ContentHash;
import java.util.HexFormat;

/** A set that grows, by what it tells of itself: equal for equal sets, in whatever order. */
final class Known {

  private final byte[] sum = new byte[ContentHash.LENGTH / 2];
  private long count;

  /** Adds one that is not in it yet. */
  void add(ContentHash name) {
    byte[] bytes = HexFormat.of().parseHex(name.hex());
    for (int at = 0; at < sum.length; at++) {
      sum[at] ^= bytes[at];
    }
    count++;
  }

  /** How many there are, and the exclusive or of their digests. */
  String view() {
    return count + " " + HexFormat.of().formatHex(sum);
  }
}
