package io.holdfast.lease;

/**
 * A directory of an open table belongs to somebody else by now, or others may write in it: whoever
 * put it there could be anybody. Nothing was touched in it; its records are served again when a
 * person has put it right.
 */
public final class ShardRefusedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  ShardRefusedException(String reason) {
    super(reason);
  }
}
