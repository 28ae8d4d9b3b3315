package io.holdfast.posix;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An error number of the kernel, as a value: any number is allowed, a number without a name prints
 * as itself ({@code 512}).
 *
 * <p>Numbers come from the C compiler's table of this platform, as in {@link Flags}.
 */
public final class Errno {

  public static final Errno EPERM = named("EPERM");
  public static final Errno ENOENT = named("ENOENT");
  public static final Errno EINTR = named("EINTR");
  public static final Errno EIO = named("EIO");
  public static final Errno ENXIO = named("ENXIO");
  public static final Errno E2BIG = named("E2BIG");
  public static final Errno EBADF = named("EBADF");
  public static final Errno EAGAIN = named("EAGAIN");
  public static final Errno ENOMEM = named("ENOMEM");
  public static final Errno EACCES = named("EACCES");
  public static final Errno EBUSY = named("EBUSY");
  public static final Errno EEXIST = named("EEXIST");
  public static final Errno EXDEV = named("EXDEV");
  public static final Errno ENOTDIR = named("ENOTDIR");
  public static final Errno EISDIR = named("EISDIR");
  public static final Errno EINVAL = named("EINVAL");
  public static final Errno ENFILE = named("ENFILE");
  public static final Errno EMFILE = named("EMFILE");
  public static final Errno EFBIG = named("EFBIG");
  public static final Errno ENOSPC = named("ENOSPC");
  public static final Errno EROFS = named("EROFS");
  public static final Errno EMLINK = named("EMLINK");
  public static final Errno ERANGE = named("ERANGE");
  public static final Errno EDEADLK = named("EDEADLK");
  public static final Errno ENAMETOOLONG = named("ENAMETOOLONG");
  public static final Errno ENOLCK = named("ENOLCK");
  public static final Errno ENOSYS = named("ENOSYS");
  public static final Errno ENOTEMPTY = named("ENOTEMPTY");
  public static final Errno ELOOP = named("ELOOP");
  public static final Errno ENODATA = named("ENODATA");
  public static final Errno EOVERFLOW = named("EOVERFLOW");
  public static final Errno EBADFD = named("EBADFD");
  public static final Errno EOPNOTSUPP = named("EOPNOTSUPP");
  public static final Errno ETIMEDOUT = named("ETIMEDOUT");
  public static final Errno ESTALE = named("ESTALE");
  public static final Errno EDQUOT = named("EDQUOT");
  public static final Errno ESHUTDOWN = named("ESHUTDOWN");

  private final int number;
  private final @Nullable String symbol;

  private Errno(int number, @Nullable String symbol) {
    this.number = number;
    this.symbol = symbol;
  }

  /** The errno inside a result of {@link Posix}. */
  public static Errno of(long result) {
    if (result >= 0 || result < -Integer.MAX_VALUE) {
      throw new IllegalArgumentException("not a failed result: " + result);
    }
    return ofNumber((int) -result);
  }

  /** Any number > 0. */
  public static Errno ofNumber(int number) {
    if (number <= 0) {
      throw new IllegalArgumentException("an errno is greater than 0: " + number);
    }
    return new Errno(number, PlatformConstants.errnoSymbol(number));
  }

  private static Errno named(String symbol) {
    return new Errno(PlatformConstants.intValue(symbol), symbol);
  }

  /** Whether a result of {@link Posix} is this error. */
  public boolean is(long result) {
    return result == -(long) number;
  }

  /** The result of {@link Posix} that carries this error. */
  public int asResult() {
    return -number;
  }

  public int number() {
    return number;
  }

  /** {@code EAGAIN}, or the number in decimal where it has no name. */
  public String symbol() {
    return symbol == null ? Integer.toString(number) : symbol;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Errno that && number == that.number;
  }

  @Override
  public int hashCode() {
    return Objects.hash(number);
  }

  /** {@code EAGAIN (11)}; {@code 512} where the number has no name. */
  @Override
  public String toString() {
    return symbol == null ? Integer.toString(number) : symbol + " (" + number + ")";
  }
}
