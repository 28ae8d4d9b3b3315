package io.holdfast.gauge;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What is to be measured.
 *
 * @param directory is there; a scratch directory is made in it and removed
 * @param seconds for all rows together, {@value #LEAST_SECONDS} to {@value #MOST_SECONDS}; storage
 *     that is slow to prepare rows on takes longer, as every row makes a few operations
 * @param blockBytes what the rows that write in place write, 512 to 65536, a power of two
 * @param rows which are measured, one at least; in the order of {@link RowKind}, whatever theirs
 */
public record GaugeRequest(RawPath directory, double seconds, int blockBytes, Set<RowKind> rows) {

  public static final double LEAST_SECONDS = 0.1;
  public static final double MOST_SECONDS = 3_600;
  public static final double DEFAULT_SECONDS = 30;

  /** As much as the log of a database writes at a time. */
  public static final int DEFAULT_BLOCK_BYTES = 8192;

  private static final int LEAST_BLOCK_BYTES = 512;
  private static final int MOST_BLOCK_BYTES = Posix.TRANSFER_LIMIT;

  public GaugeRequest {
    if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "seconds are %s to %s, not %s".formatted(LEAST_SECONDS, MOST_SECONDS, seconds));
    }
    if (blockBytes < LEAST_BLOCK_BYTES
        || blockBytes > MOST_BLOCK_BYTES
        || Integer.bitCount(blockBytes) != 1) {
      throw new IllegalArgumentException(
          "a block has %d to %d bytes, a power of two, not %d"
              .formatted(LEAST_BLOCK_BYTES, MOST_BLOCK_BYTES, blockBytes));
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("no row is to be measured");
    }
    rows = Collections.unmodifiableSet(EnumSet.copyOf(rows));
  }

  /** All rows. */
  public GaugeRequest(RawPath directory, double seconds, int blockBytes) {
    this(directory, seconds, blockBytes, EnumSet.allOf(RowKind.class));
  }
}
