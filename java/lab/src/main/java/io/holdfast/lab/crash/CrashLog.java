package io.holdfast.lab.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a crash rig served, in order; the format is that of {@code native/rigs/crash-log.h}.
 * Immutable.
 */
final class CrashLog {

  private static final int HEADER_BYTES = 24;

  /** What happened. */
  enum Kind {
    MARK(1),
    DISK(10),
    WRITE(11),
    ZERO(12),
    FLUSH(13),
    CREATE(20),
    MKDIR(21),
    LINK(22),
    UNLINK(23),
    RENAME(24),
    DATA(25),
    SIZE(26),
    SETXATTR(27),
    FSYNC(28),
    FSYNCDIR(29);

    private static final Map<Integer, Kind> BY_CODE =
        Arrays.stream(values()).collect(Collectors.toMap(kind -> kind.code, Function.identity()));

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  /**
   * One thing that happened.
   *
   * @param a a disk's offset, or an inode
   * @param b a length, an offset in a file, or a second inode
   * @param begin where its bytes begin in the log
   * @param length how many bytes it has
   */
  record Entry(Kind kind, long a, long b, int begin, int length) {}

  /** Most bytes of a log that is read. */
  static final long BYTES_LIMIT = 256L << 20;

  private final byte[] bytes;
  private final List<Entry> entries;

  private CrashLog(byte[] bytes, List<Entry> entries) {
    this.bytes = bytes;
    this.entries = entries;
  }

  /**
   * Reads a log.
   *
   * @throws IOException also where the file is no log, or is cut
   */
  static CrashLog read(Path file) throws IOException {
    if (Files.size(file) > BYTES_LIMIT) {
      throw new IOException(file + " is longer than " + BYTES_LIMIT + " bytes: no record is");
    }
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    List<Entry> entries = new ArrayList<>();
    while (buffer.remaining() >= HEADER_BYTES) {
      Kind kind = Kind.BY_CODE.get(buffer.getInt());
      int length = buffer.getInt();
      long a = buffer.getLong();
      long b = buffer.getLong();
      if (kind == null || length < 0 || length > buffer.remaining()) {
        throw new IOException(file + " is not a crash rig's log, from record " + entries.size());
      }
      entries.add(new Entry(kind, a, b, buffer.position(), length));
      buffer.position(buffer.position() + length);
    }
    if (buffer.hasRemaining()) {
      throw new IOException(file + " is cut after record " + entries.size());
    }
    return new CrashLog(bytes, entries);
  }

  int size() {
    return entries.size();
  }

  Entry entry(int index) {
    return entries.get(index);
  }

  /** The bytes of a record. */
  byte[] bytes(Entry entry) {
    return Arrays.copyOfRange(bytes, entry.begin(), entry.begin() + entry.length());
  }

  /** The bytes of a record as the text that they are. */
  String text(Entry entry) {
    return new String(bytes, entry.begin(), entry.length(), StandardCharsets.UTF_8);
  }

  /**
   * The record of a mark.
   *
   * @throws IOException where there is none: the workload did not come so far
   */
  int indexOfMark(String mark) throws IOException {
    for (int i = 0; i < size(); i++) {
      if (entry(i).kind() == Kind.MARK && text(entry(i)).equals(mark)) {
        return i;
      }
    }
    throw new IOException("the log has no mark '" + mark + "'");
  }
}
