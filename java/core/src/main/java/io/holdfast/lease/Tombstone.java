package io.holdfast.lease;

import io.holdfast.digest.Sha256;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One file of retired ids, open for reading: lines of one length, sorted by id, and a last line
 * with their count and a checksum of all that is before it. It never changes. One thread.
 */
final class Tombstone {

  /** Most ids of one file. */
  static final int ENTRY_LIMIT = 65_536;

  private static final String SCHEMA = "holdfast-retired-v1 ";
  private static final int COUNT_DIGITS = 16;
  private static final int CHECKSUM_DIGITS = 64;
  private static final int END_LENGTH = SCHEMA.length() + COUNT_DIGITS + 1 + CHECKSUM_DIGITS + 1;
  private static final int LINE_LENGTH = RetiredId.LINE_LENGTH;
  private static final int LINES_AT_ONCE = 4_096;

  private final Posix posix;
  private final int fd;
  private final int count;

  private Tombstone(Posix posix, int fd, int count) {
    this.posix = posix;
    this.fd = fd;
    this.count = count;
  }

  /** The bytes of a file; 1 to {@value #ENTRY_LIMIT} ids. */
  static byte[] encode(SortedMap<WorkId, RetiredId> retired) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    retired.values().forEach(one -> bytes.writeBytes(one.line()));
    MessageDigest digest = Sha256.begun();
    digest.update(bytes.toByteArray());
    bytes.writeBytes(end(retired.size(), digest));
    return bytes.toByteArray();
  }

  private static byte[] end(int count, MessageDigest lines) {
    byte[] head =
        (SCHEMA + HexFormat.of().toHexDigits((long) count) + " ")
            .getBytes(StandardCharsets.US_ASCII);
    lines.update(head);
    String checksum = HexFormat.of().formatHex(lines.digest());
    return (new String(head, StandardCharsets.US_ASCII) + checksum + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Takes an open file for a tombstone.
   *
   * @throws LeaseFormatException its length is that of none
   */
  static Tombstone of(Posix posix, Descriptor descriptor)
      throws PosixException, LeaseFormatException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(descriptor.number(), slots), "fstat");
    FileStat stat = FileStat.of(slots);
    long lines = stat.size() - END_LENGTH;
    long count = lines / LINE_LENGTH;
    if (!stat.isRegular() || lines % LINE_LENGTH != 0 || count < 1 || count > ENTRY_LIMIT) {
      throw new LeaseFormatException("it is no file of 1 to " + ENTRY_LIMIT + " whole lines");
    }
    return new Tombstone(posix, descriptor.number(), (int) count);
  }

  int count() {
    return count;
  }

  /** Reads everything and compares: form, order, count and checksum. */
  void verify() throws PosixException, LeaseFormatException {
    MessageDigest digest = Sha256.begun();
    WorkId before = null;
    for (int line = 0; line < count; line += LINES_AT_ONCE) {
      int lines = Math.min(LINES_AT_ONCE, count - line);
      byte[] bytes = read(line, lines * LINE_LENGTH);
      digest.update(bytes);
      for (int i = 0; i < lines; i++) {
        byte[] one = new byte[LINE_LENGTH];
        System.arraycopy(bytes, i * LINE_LENGTH, one, 0, LINE_LENGTH);
        RetiredId retired = RetiredId.parse(one);
        if (before != null && before.compareTo(retired.id()) >= 0) {
          throw new LeaseFormatException("its ids are not sorted");
        }
        before = retired.id();
      }
    }
    if (!Arrays.equals(read(count, END_LENGTH), end(count, digest))) {
      throw new LeaseFormatException("its count or checksum does not fit");
    }
  }

  /** What it keeps of an id, found by halving. */
  Optional<RetiredId> find(WorkId id) throws PosixException, LeaseFormatException {
    int at = firstNotBefore(id);
    return at < count ? Optional.of(line(at)).filter(one -> one.id().equals(id)) : Optional.empty();
  }

  /**
   * The ids that begin so, in their order.
   *
   * @param limit most ids of the answer
   */
  List<WorkId> find(String prefix, int limit) throws PosixException, LeaseFormatException {
    List<WorkId> found = new ArrayList<>();
    WorkId first = new WorkId(prefix + "0".repeat(WorkId.LENGTH - prefix.length()));
    for (int at = firstNotBefore(first); at < count && found.size() < limit; at++) {
      WorkId id = line(at).id();
      if (!id.hex().startsWith(prefix)) {
        break;
      }
      found.add(id);
    }
    return found;
  }

  private int firstNotBefore(WorkId id) throws PosixException, LeaseFormatException {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (line(middle).id().compareTo(id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private RetiredId line(int number) throws PosixException, LeaseFormatException {
    return RetiredId.parse(read(number, LINE_LENGTH));
  }

  private byte[] read(int line, int length) throws PosixException, LeaseFormatException {
    byte[] bytes = new byte[length];
    long from = (long) line * LINE_LENGTH;
    int filled = 0;
    while (filled < length) {
      int wanted = Math.min(length - filled, Posix.TRANSFER_LIMIT);
      int result = posix.pread(fd, bytes, filled, wanted, from + filled);
      if (Errno.EINTR.is(result)) {
        continue;
      }
      if (PosixException.check(result, "pread") == 0) {
        throw new LeaseFormatException("it has become shorter");
      }
      filled += result;
    }
    return bytes;
  }
}
