package io.holdfast.durable;

import org.jspecify.annotations.Nullable;

/**
 * Whether the change is there after a power cut cannot be said: the barrier behind it failed, or a
 * call failed in a way that does not tell whether it was done.
 *
 * <p>It is neither success nor failure. Read again after reopening; never repeat the barrier.
 */
public final class DurabilityUnknownException extends Exception {

  private static final long serialVersionUID = 1L;

  public DurabilityUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
