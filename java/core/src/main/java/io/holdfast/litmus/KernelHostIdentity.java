package io.holdfast.litmus;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The identity that the running kernel gives: its boot id and gethostname(2). */
public final class KernelHostIdentity implements HostIdentity {

  private static final int BOOT_ID_BYTES = 36;
  private static final int HOST_NAME_BYTES = 256;

  private final String bootId;
  private final String hostName;

  private KernelHostIdentity(String bootId, String hostName) {
    this.bootId = bootId;
    this.hostName = hostName;
  }

  /** Asks the kernel once. */
  public static KernelHostIdentity read(Posix posix) throws PosixException {
    byte[] boot = new byte[BOOT_ID_BYTES];
    PosixException.check(posix.bootId(boot), "boot_id");
    byte[] name = new byte[HOST_NAME_BYTES];
    int length = PosixException.check(posix.gethostname(name), "gethostname");
    return new KernelHostIdentity(
        new String(boot, StandardCharsets.US_ASCII),
        RawPath.of(Arrays.copyOf(name, length)).toString());
  }

  @Override
  public String bootId() {
    return bootId;
  }

  @Override
  public String hostName() {
    return hostName;
  }

  @Override
  public boolean isSynthetic() {
    return false;
  }
}
