package io.holdfast.campaign.ledger;

import io.holdfast.durable.Dir;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;

/**
 * What one process tells of itself, one write(2) a line, so that one that is killed leaves whole
 * lines. Nothing of it is made durable: it is about killed processes, not about power cuts. Any
 * thread may write.
 */
public final class Ledger implements AutoCloseable {

  static final String SUFFIX = ".jsonl";

  private static final int MODE = 0644;
  private static final int FLAGS =
      Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_APPEND | Flags.O_NOFOLLOW;

  private final Posix posix;
  private final Descriptor file;

  private Ledger(Posix posix, Descriptor file) {
    this.posix = posix;
    this.file = file;
  }

  /**
   * Begins one.
   *
   * @param who a word; the file is named by it and by the time
   */
  public static Ledger begin(Posix posix, Dir ledgers, String who) throws PosixException {
    String name = "%s-%019d%s".formatted(who, posix.clockGettime(Flags.CLOCK_REALTIME), SUFFIX);
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    return new Ledger(posix, Descriptor.open(posix, ledgers.fd(), bytes, FLAGS, MODE));
  }

  /** Now, on the clock of every line. */
  public long nanos() {
    return posix.clockGettime(Flags.CLOCK_BOOTTIME);
  }

  /**
   * Adds a line.
   *
   * @throws UncheckedPosixException the line was not written, or not whole: what follows from this
   *     ledger would be wrong, so the process must end
   */
  public void tell(LedgerLine line) {
    byte[] bytes = line.toBytes();
    int written = posix.write(file.number(), bytes, 0, bytes.length);
    if (written != bytes.length) {
      int result = written < 0 ? written : Errno.ENOSPC.asResult();
      throw new UncheckedPosixException(PosixException.of("write", result));
    }
  }

  /** A ledger that cannot be written any more. */
  public static final class UncheckedPosixException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UncheckedPosixException(PosixException cause) {
      super("the ledger cannot be written: " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
