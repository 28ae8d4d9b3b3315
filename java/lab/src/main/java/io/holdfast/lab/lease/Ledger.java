package io.holdfast.lab.lease;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;

/**
 * The file to which all coordinators append what they were answered, one write(2) a line, so that a
 * coordinator that is killed leaves whole lines. Any thread may use it.
 */
final class Ledger implements AutoCloseable {

  private static final int MODE = 0600;

  private final Posix posix;
  private final Descriptor descriptor;
  private final int coordinator;

  private Ledger(Posix posix, Descriptor descriptor, int coordinator) {
    this.posix = posix;
    this.descriptor = descriptor;
    this.coordinator = coordinator;
  }

  static Ledger open(Posix posix, RawPath file, int coordinator) throws PosixException {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_APPEND;
    Descriptor opened = Descriptor.open(posix, Flags.AT_FDCWD, file.bytes(), flags, MODE);
    return new Ledger(posix, opened, coordinator);
  }

  /** Now, on the clock that all coordinators share. */
  long nanos() {
    return posix.clockGettime(Flags.CLOCK_BOOTTIME);
  }

  /** Notes something that is about no id. */
  void note(Deed deed, long begunNanos, String note) {
    note(deed, begunNanos, LedgerLine.NO_NUMBER, 0, LedgerLine.NO_TOKEN, note);
  }

  /** Notes what was answered just now to what was asked at {@code begunNanos}. */
  void note(Deed deed, long begunNanos, int number, long fence, String token, String note) {
    LedgerLine line =
        new LedgerLine(coordinator, begunNanos, nanos(), deed, number, fence, token, note);
    byte[] bytes = (line.text() + "\n").getBytes(StandardCharsets.UTF_8);
    int written = posix.write(descriptor.number(), bytes, 0, bytes.length);
    if (written != bytes.length) {
      throw new IllegalStateException("a line of the ledger was cut: " + written);
    }
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
