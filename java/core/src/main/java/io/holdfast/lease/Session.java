package io.holdfast.lease;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.Optional;

/**
 * One coordinator's life, told by the name of a file: each beat moves it to the next number, and
 * whoever declares the session dead moves it to {@code .dead}. Of beat and death exactly one wins.
 * One rename renews every lease of the session, without a barrier: after a power cut there is
 * nobody left whose leases would matter.
 *
 * <p>Any number of threads may use it.
 */
public final class Session implements AutoCloseable {

  private final Sessions sessions;
  private final LeaseClocks clocks;
  private final long patienceNanos;
  private final long ttlNanos;
  private final FileStat identity;
  private SessionName at;
  private long trustedFromNanos;
  private String lostBecause = "";

  Session(
      Sessions sessions,
      LeaseOptions options,
      SessionName first,
      FileStat identity,
      long ttlNanos,
      long startedNanos) {
    this.sessions = sessions;
    this.clocks = options.clocks();
    this.patienceNanos = options.patienceNanos();
    this.at = first;
    this.identity = identity;
    this.ttlNanos = ttlNanos;
    this.trustedFromNanos = startedNanos;
  }

  /** 32 hex digits; records of its leases name it. */
  public synchronized String id() {
    return at.id();
  }

  /** How long others wait for a beat before they may declare it dead. */
  public long ttlNanos() {
    return ttlNanos;
  }

  /** Whether its leases can be trusted now: less than the ttl since its last beat began. */
  public synchronized boolean isTrusted() {
    return lostBecause.isEmpty() && clocks.boot().nanoTime() - trustedFromNanos < ttlNanos;
  }

  /** Returns while its leases can be trusted; beats where they could not be without. */
  void require() throws SessionLostException, PosixException {
    if (!isTrusted()) {
      beat();
    }
  }

  /**
   * Renews every lease of this session.
   *
   * @throws SessionLostException it was declared dead, its file is gone or another one: it is over
   * @throws PosixException the storage did not answer; its leases are trusted until the ttl is over
   */
  public synchronized void beat() throws SessionLostException, PosixException {
    if (!lostBecause.isEmpty()) {
      throw new SessionLostException(lostBecause);
    }
    long started = clocks.boot().nanoTime();
    Waiting waiting = new Waiting(clocks, started + patienceNanos);
    int moved = move();
    while (moved < 0) {
      Optional<SessionName> seen = sessions.seen(at.id());
      if (seen.isPresent() && seen.get().isDead()) {
        throw lose("the session was declared dead");
      }
      if (seen.equals(Optional.of(at.next()))) {
        break;
      }
      if (seen.isPresent() && seen.get().beat() > at.beat()) {
        throw lose("somebody else moves the session's file");
      }
      sessions.refresh();
      if (!waiting.again()) {
        throw giveUp(seen, moved);
      }
      if (seen.isPresent()) {
        at = seen.get();
        moved = move();
      }
    }
    settle(started);
  }

  private int move() {
    return sessions.files().rename(at.name(), at.next().name());
  }

  /** A file that is there and does not move is the storage's failure; one that is gone is ours. */
  private SessionLostException giveUp(Optional<SessionName> seen, int moved) throws PosixException {
    if (seen.isPresent()) {
      throw PosixException.of("renameat2", moved, at.name().bytes());
    }
    return lose("the session's file is gone");
  }

  private void settle(long started) throws SessionLostException, PosixException {
    at = at.next();
    Optional<FileStat> there = sessions.files().look(at.name());
    if (there.isEmpty() || !there.get().sameFileAs(identity)) {
      throw lose("another file stands in the place of the session's");
    }
    trustedFromNanos = started;
  }

  private SessionLostException lose(String reason) {
    lostBecause = reason;
    return new SessionLostException(reason);
  }

  /**
   * Ends the session: its leases are free for everybody at once, as far as the storage answers;
   * else when the ttl is over. Once; later calls do nothing.
   */
  @Override
  public synchronized void close() {
    if (lostBecause.isEmpty()) {
      lostBecause = "the session was closed";
      sessions.files().rename(at.name(), at.dead().name());
    }
  }
}
