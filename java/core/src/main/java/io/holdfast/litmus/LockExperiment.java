package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Errno;
import java.util.concurrent.locks.LockSupport;

/**
 * One lock file and two contenders: A takes the lock, B tries. Lock files are regular and opened
 * O_RDWR (NFS wants that for an exclusive flock). Used once.
 *
 * <p>Phases, as counter-examples name them: prepare, control, held, excluded, released.
 */
final class LockExperiment {

  /** Long enough that a locked byte is read. */
  static final String CONTENT_HEX = "686f6c6466617374";

  static final int CONTENT_BYTES = CONTENT_HEX.length() / 2;

  private static final long FIRST_PARK_NANOS = 50_000L;
  private static final long LAST_PARK_NANOS = 2_000_000L;
  private static final long HOLD_NANOS = 1_000_000_000L;
  private static final long FINISH_NANOS = 1_000_000_000L;

  private final LockKind kind;
  private final Contender holder;
  private final Contender rival;
  private final byte[][] directory;
  private final String fileHex;
  private final NanoClock clock;
  private final long deadlineNanos;
  private int holderDirectory;
  private int holderFile;
  private int rivalDirectory;
  private int rivalFile;

  /**
   * @param directory how both reach the directory of lock files
   * @param file a name that is free
   */
  LockExperiment(
      LockKind kind,
      Contender holder,
      Contender rival,
      byte[][] directory,
      String file,
      NanoClock clock,
      long deadlineNanos) {
    this.kind = kind;
    this.holder = holder;
    this.rival = rival;
    this.directory = directory.clone();
    this.fileHex = Spelling.hex(file);
    this.clock = clock;
    this.deadlineNanos = deadlineNanos;
  }

  /** Both open the file; B takes the lock and frees it while nobody else wants it. */
  void prepare() throws Stopped, LitmusException {
    holderDirectory = holder.directory(deadlineNanos, directory);
    rivalDirectory = rival.directory(deadlineNanos, directory);
    holderFile =
        holder.handle(
            "prepare", "open " + holderDirectory + " " + fileHex + " rw,creat,excl", deadlineNanos);
    holder.must("prepare", "write " + holderFile + " 0 " + CONTENT_HEX, deadlineNanos);
    rivalFile =
        rival.handle("prepare", "open " + rivalDirectory + " " + fileHex + " rw", deadlineNanos);
    control();
  }

  /**
   * A takes the lock that B let go in the control.
   *
   * @throws Stopped inconclusive, when it is refused for a second: B's unlock frees nothing
   */
  void hold() throws Stopped, LitmusException {
    long patience = Math.min(deadlineNanos, clock.nanoTime() + HOLD_NANOS);
    int tries = tryUntil(holder, holderFile, "held", patience);
    if (tries < 0) {
      throw Stopped.inconclusive(
          "phase held: "
              + holder.name()
              + " was refused the "
              + kind.title()
              + " "
              + -tries
              + " times after "
              + rival.name()
              + " had unlocked it");
    }
  }

  /** B tries, through its own descriptor. */
  boolean isRivalExcluded() throws Stopped, LitmusException {
    return tryLock(rival, rivalFile, "excluded") == Attempt.BUSY;
  }

  /**
   * A opens the file again and tries through that descriptor, reads the file, and closes it.
   *
   * @return whether the second descriptor was refused
   */
  boolean isSecondDescriptorExcluded() throws Stopped, LitmusException {
    int second =
        holder.handle("excluded", "open " + holderDirectory + " " + fileHex + " rw", deadlineNanos);
    boolean excluded = tryLock(holder, second, "excluded") == Attempt.BUSY;
    Reply read = holder.ask("read " + second + " 0 " + CONTENT_BYTES, deadlineNanos);
    if (!(read instanceof Reply.Failed)) {
      holder.values("excluded", read);
    }
    holder.must("excluded", "close " + second, deadlineNanos);
    return excluded;
  }

  /** Whether the lock is mandatory: B, which has no lock, cannot read the file. */
  boolean isRivalKeptFromReading() throws Stopped, LitmusException {
    Reply reply =
        rival.ask("fresh " + rivalDirectory + " " + fileHex + " " + CONTENT_BYTES, deadlineNanos);
    if (reply instanceof Reply.Failed failed) {
      Errno errno = failed.errno();
      if (errno.equals(Errno.EACCES) || errno.equals(Errno.EAGAIN)) {
        return true;
      }
    }
    rival.values("excluded", reply);
    return false;
  }

  void unlock() throws Stopped, LitmusException {
    holder.must("released", kind.id() + " " + holderFile + " un", deadlineNanos);
  }

  void closeHolder() throws Stopped, LitmusException {
    holder.must("released", "close " + holderFile, deadlineNanos);
  }

  /** SIGKILL of A's process. */
  void killHolder() throws Stopped {
    holder.kill(deadlineNanos);
    if (holder.hasLeftProcessBehind()) {
      throw Stopped.inconclusive(
          "phase released: the process of "
              + holder.name()
              + " hangs in the kernel and survives SIGKILL");
    }
  }

  /**
   * B tries until it has the lock.
   *
   * @return how often it tried, or minus that where it was refused until the deadline
   */
  int triesUntilRivalHasIt() throws Stopped, LitmusException {
    return tryUntil(rival, rivalFile, "released", deadlineNanos);
  }

  /**
   * A tries until it has the lock that B unlocked.
   *
   * @return as {@link #triesUntilRivalHasIt}
   */
  int triesUntilHolderHasIt() throws Stopped, LitmusException {
    return tryUntil(holder, holderFile, "released", deadlineNanos);
  }

  private int tryUntil(Contender contender, int file, String phase, long deadline)
      throws Stopped, LitmusException {
    long park = FIRST_PARK_NANOS;
    long lastTry = Patience.lastTry(clock.nanoTime(), deadline);
    for (int tries = 1; ; tries++) {
      if (tryLock(contender, file, phase) == Attempt.GRANTED) {
        return tries;
      }
      if (clock.nanoTime() - lastTry + park >= 0) {
        return -tries;
      }
      LockSupport.parkNanos(park);
      park = Math.min(2 * park, LAST_PARK_NANOS);
    }
  }

  /** Frees what is held, best effort; the file stays for the tree's removal. */
  void finish() {
    close(rival, rivalFile);
    close(holder, holderFile);
  }

  private void control() throws Stopped, LitmusException {
    if (tryLock(rival, rivalFile, "control") != Attempt.GRANTED) {
      throw Stopped.inconclusive(
          "phase control: "
              + rival.name()
              + " was refused the "
              + kind.title()
              + " before anybody had it");
    }
    rival.must("control", kind.id() + " " + rivalFile + " un", deadlineNanos);
  }

  /** GRANTED or BUSY; everything else stops the experiment. */
  private Attempt tryLock(Contender contender, int file, String phase)
      throws Stopped, LitmusException {
    Attempt attempt;
    do {
      Reply reply = contender.ask(kind.id() + " " + file + " ex nb", deadlineNanos);
      attempt = Attempt.judged(kind, contender, reply, phase);
    } while (attempt == Attempt.INTERRUPTED && clock.nanoTime() - deadlineNanos < 0);
    if (attempt == Attempt.INTERRUPTED) {
      throw Stopped.inconclusive("phase " + phase + ": EINTR until the deadline", Errno.EINTR);
    }
    return attempt;
  }

  private void close(Contender contender, int file) {
    if (file > 0 && contender.isRunning()) {
      try {
        contender.ask("close " + file, clock.nanoTime() + FINISH_NANOS);
      } catch (Stopped | LitmusException e) {
        // Its process is gone, and its descriptors with it.
        contender.close();
      }
    }
  }
}
