package io.holdfast.testkit.mutant;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Skips the probe in its first form, an extended attribute of the directory. */
final class NoBarrierProbe extends DelegatingPosix {

  private static final byte[] ATTRIBUTE =
      "user.holdfast.barrier".getBytes(StandardCharsets.US_ASCII);

  NoBarrierProbe(Posix delegate) {
    super(delegate);
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return Arrays.equals(name, ATTRIBUTE) ? 0 : delegate().fsetxattr(fd, name, value, flags);
  }
}
