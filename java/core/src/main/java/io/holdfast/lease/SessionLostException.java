package io.holdfast.lease;

/**
 * This session is over: it was declared dead, or its file is gone. Its leases belong to whoever
 * takes them; open another session.
 */
public final class SessionLostException extends Exception {

  private static final long serialVersionUID = 1L;

  SessionLostException(String reason) {
    super(reason);
  }
}
