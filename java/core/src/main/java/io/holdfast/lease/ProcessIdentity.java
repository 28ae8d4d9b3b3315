package io.holdfast.lease;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Which process of which boot of which host this is; for people, never part of a decision. */
record ProcessIdentity(String host, String bootId, int pid) {

  private static final int HOST_NAME_BYTES = 64;
  private static final int BOOT_ID_BYTES = 36;

  static ProcessIdentity of(Posix posix) throws PosixException {
    byte[] boot = new byte[BOOT_ID_BYTES];
    PosixException.check(posix.bootId(boot), "boot_id");
    byte[] host = new byte[HOST_NAME_BYTES];
    int length = PosixException.check(posix.gethostname(host), "gethostname");
    return new ProcessIdentity(text(Arrays.copyOf(host, length)), text(boot), posix.getpid());
  }

  /** One line for an owner file. */
  byte[] line(String random) {
    return (host + " " + bootId + " " + pid + " " + random + "\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
