package io.holdfast.dispatch;

/** Why a dispatcher sends nothing any more. */
public sealed interface DispatchEnd {

  /** It was told to end. */
  record Asked() implements DispatchEnd {}

  /** The root is not trusted any more: nothing is claimed, and no commit begins. */
  record Distrusted(String reason) implements DispatchEnd {}

  /** Its session is over: all its leases may be others' by now. */
  record SessionLost(String reason) implements DispatchEnd {}

  /** Too many steps in a row have failed; the last one with this. */
  record Failed(Exception cause) implements DispatchEnd {}
}
