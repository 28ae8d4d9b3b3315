package io.holdfast.lab.crash;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a crash rig's log record by record, as the daemons do. */
final class LogWriter {

  static final int MARK = 1;
  static final int DISK = 10;
  static final int WRITE = 11;
  static final int ZERO = 12;
  static final int FLUSH = 13;
  static final int CREATE = 20;
  static final int MKDIR = 21;
  static final int LINK = 22;
  static final int UNLINK = 23;
  static final int RENAME = 24;
  static final int DATA = 25;
  static final int SIZE = 26;
  static final int FSYNC = 28;
  static final int FSYNCDIR = 29;

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private int records;

  LogWriter record(int kind, long a, long b, String text) {
    return record(kind, a, b, text.getBytes(StandardCharsets.UTF_8));
  }

  LogWriter record(int kind, long a, long b, byte[] bytes) {
    ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.nativeOrder());
    header.putInt(kind).putInt(bytes.length).putLong(a).putLong(b);
    log.writeBytes(header.array());
    log.writeBytes(bytes);
    records++;
    return this;
  }

  LogWriter mark(String text) {
    return record(MARK, 0, 0, text);
  }

  int records() {
    return records;
  }

  byte[] bytes() {
    return log.toByteArray();
  }

  CrashLog read(Path directory) throws IOException {
    return CrashLog.read(Files.write(directory.resolve("log"), bytes()));
  }
}
