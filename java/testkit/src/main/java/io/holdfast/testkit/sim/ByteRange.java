package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;

/**
 * Bytes of a file that a lock covers.
 *
 * @param end the last byte; {@link Long#MAX_VALUE} for ever
 */
record ByteRange(long start, long end) {

  /** As struct flock says it: length 0 to the end for ever, less than 0 backwards. */
  static ByteRange of(long start, long length) {
    Refusal.when(start < 0, Errno.EINVAL);
    if (length == 0) {
      return new ByteRange(start, Long.MAX_VALUE);
    }
    if (length > 0) {
      Refusal.when(length - 1 > Long.MAX_VALUE - start, Errno.EOVERFLOW);
      return new ByteRange(start, start + length - 1);
    }
    Refusal.when(start + length < 0, Errno.EINVAL);
    return new ByteRange(start + length, start - 1);
  }

  boolean overlaps(ByteRange other) {
    return start <= other.end && other.start <= end;
  }

  boolean touches(ByteRange other) {
    return overlaps(other)
        || (end != Long.MAX_VALUE && end + 1 == other.start)
        || (other.end != Long.MAX_VALUE && other.end + 1 == start);
  }

  ByteRange joined(ByteRange other) {
    return new ByteRange(Math.min(start, other.start), Math.max(end, other.end));
  }

  /** 0 to the end for ever. */
  long length() {
    return end == Long.MAX_VALUE ? 0 : end - start + 1;
  }
}
