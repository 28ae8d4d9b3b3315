package io.holdfast.testkit.interleaving;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Reading;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.PosixException;

/** One coordinator: its table, what it believes to hold, and whether it is in an operation. */
abstract class Client {

  private final Ground ground;
  private final Connection connection;
  private final Purge purge;
  private boolean busy;
  private boolean gone;

  /**
   * A coordinator.
   *
   * @param purge retires everything that is over, through the same connection
   */
  Client(Ground ground, Connection connection, Purge purge) {
    this.ground = ground;
    this.connection = connection;
    this.purge = purge;
  }

  /** Takes part in the table for a moment, to retire ids. */
  @FunctionalInterface
  interface Purge {
    void run()
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;
  }

  /** Retires everything that is over. */
  final void purge()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    purge.run();
  }

  final Ground ground() {
    return ground;
  }

  final Connection connection() {
    return connection;
  }

  final boolean canBegin() {
    return !busy && !gone;
  }

  final boolean isGone() {
    return gone;
  }

  final void begin() {
    busy = true;
  }

  final void end() {
    busy = false;
  }

  /** It died, or its session is over: somebody else takes its place. */
  final void leave() {
    gone = true;
    forget();
  }

  /** It holds nothing any more. */
  abstract void forget();

  /** Does one thing of those that coordinators do. */
  abstract void operate()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;

  /** Whether it believes to hold an id by a smaller number than this, and may. */
  abstract boolean trusts(WorkId id, long thanFence);

  /** What its table knows of an id. */
  abstract Reading read(WorkId id) throws PosixException;

  /** Claims one id. */
  abstract ClaimAnswer claimOne(WorkId id)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;

  /** Beats its session. */
  abstract void beat()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException;
}
