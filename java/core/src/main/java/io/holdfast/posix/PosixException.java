package io.holdfast.posix;

import org.jspecify.annotations.Nullable;

/**
 * A system call failed in a way that its caller did not expect. Made in one place, {@link #of}.
 *
 * <p>Expected answers (EAGAIN from a busy lock, EEXIST from an exclusive link, ENOENT from a
 * look-up) are values, never this exception.
 */
public final class PosixException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String operation;
  private final transient @Nullable Errno errno;
  private final int errnoNumber;

  private PosixException(String operation, Errno errno, String message) {
    super(message);
    this.operation = operation;
    this.errno = errno;
    this.errnoNumber = errno.number();
  }

  /**
   * The exception for a failed result.
   *
   * @param operation the system call's name
   * @param result a negative result of {@link Posix}
   * @param name what it was called on, raw bytes; control and undecodable bytes are escaped
   */
  public static PosixException of(String operation, long result, byte... name) {
    Errno errno = Errno.of(result);
    String subject = name.length == 0 ? "" : " " + RawPath.of(name);
    return new PosixException(operation, errno, operation + subject + ": " + errno);
  }

  /** Passes a result through, or throws {@link #of} for a negative one. */
  public static int check(int result, String operation, byte... name) throws PosixException {
    return (int) check((long) result, operation, name);
  }

  /** Passes a result through, or throws {@link #of} for a negative one. */
  public static long check(long result, String operation, byte... name) throws PosixException {
    if (result < 0) {
      throw of(operation, result, name);
    }
    return result;
  }

  public String operation() {
    return operation;
  }

  public Errno errno() {
    return errno == null ? Errno.ofNumber(errnoNumber) : errno;
  }
}
