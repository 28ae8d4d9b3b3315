package io.holdfast.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Names in a directory, as getdents64(2) gives them, without {@code .} and {@code ..}.
 *
 * <p>A listing is no snapshot: names that come or go meanwhile may be in it or not.
 */
public final class DirectoryEntries {

  /** Most names that one listing holds; more is {@link Errno#ENOMEM}. */
  public static final int LIMIT = 4_000_000;

  private static final byte[] HERE = {'.'};
  private static final int BUFFER_BYTES = 32 * 1024;
  private static final int RECORD_LENGTH_AT = 16;
  private static final int TYPE_AT = 18;
  private static final int NAME_AT = 19;

  private DirectoryEntries() {}

  /** One name. {@code type} is a DT_* number, DT_UNKNOWN where the file system does not say. */
  @SuppressWarnings("ArrayRecordComponent") // raw bytes; never compared as a record
  public record Entry(long ino, int type, byte[] name) {}

  /** Reads a directory from its beginning through a descriptor opened O_RDONLY|O_DIRECTORY. */
  public static List<Entry> list(Posix posix, int dirfd) throws PosixException {
    PosixException.check(posix.lseek(dirfd, 0, Flags.SEEK_SET), "lseek");
    List<Entry> entries = new ArrayList<>();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (; ; ) {
      int filled = posix.getdents64(dirfd, buffer, 0, buffer.length);
      if (PosixException.check(filled, "getdents64") == 0) {
        return entries;
      }
      parse(buffer, filled, entries);
      if (entries.size() > LIMIT) {
        throw PosixException.of("getdents64", Errno.ENOMEM.asResult());
      }
    }
  }

  /**
   * The names in a directory, each byte a char (ISO 8859-1), read through a descriptor of its own.
   *
   * @param dirfd open in any way, O_PATH included
   */
  public static List<String> names(Posix posix, int dirfd) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
    try (Descriptor own = Descriptor.open(posix, dirfd, HERE, flags, 0)) {
      List<String> names = new ArrayList<>();
      for (Entry entry : list(posix, own.number())) {
        names.add(new String(entry.name(), StandardCharsets.ISO_8859_1));
      }
      return names;
    }
  }

  /** Appends the entries of {@code buffer[0, filled)} to {@code into}. */
  public static void parse(byte[] buffer, int filled, List<Entry> into) {
    ByteBuffer records = ByteBuffer.wrap(buffer).order(ByteOrder.nativeOrder());
    int at = 0;
    while (at < filled) {
      int length = Short.toUnsignedInt(records.getShort(at + RECORD_LENGTH_AT));
      int end = at + NAME_AT;
      while (end < at + length && buffer[end] != 0) {
        end++;
      }
      byte[] name = Arrays.copyOfRange(buffer, at + NAME_AT, end);
      if (!isDot(name)) {
        into.add(new Entry(records.getLong(at), records.get(at + TYPE_AT), name));
      }
      at += length;
    }
  }

  private static boolean isDot(byte[] name) {
    return (name.length == 1 && name[0] == '.')
        || (name.length == 2 && name[0] == '.' && name[1] == '.');
  }
}
