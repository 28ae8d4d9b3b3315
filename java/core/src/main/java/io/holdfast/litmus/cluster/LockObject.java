package io.holdfast.litmus.cluster;

import io.holdfast.litmus.ProbeDir;
import java.nio.charset.StandardCharsets;

/**
 * The file that is locked: made once, in the root, then only compared.
 *
 * @param identity the epoch's {@link Epoch#lockIdentity}
 */
public record LockObject(String identity) {

  /** Its name in the root. */
  public static final String NAME = ".cluster-filesystem.lock";

  /** Its mode. */
  public static final int MODE = ProbeDir.FILE_MODE;

  private static final String SCHEMA = "symcc-cross-host-lock-v1";

  public static LockObject of(Epoch epoch) {
    return new LockObject(epoch.lockIdentity());
  }

  /** All of its bytes: two lines of ASCII. */
  public byte[] content() {
    return (SCHEMA + "\n" + identity + "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
