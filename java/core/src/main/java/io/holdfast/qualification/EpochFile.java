package io.holdfast.qualification;

import io.holdfast.durable.Name;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * Where a job keeps its epoch, so that it can go on with the state in a root after all of its
 * processes have ended: 64 hex digits and a newline, made once, durably. The epoch identifies, it
 * is no secret.
 */
public final class EpochFile {

  private final CreatedOnce file;
  private final Name name;

  /**
   * @param directory a symbolic link to it is refused when it is used
   */
  public EpochFile(Posix posix, RawPath directory, Name name) {
    this.file = new CreatedOnce(posix, directory, name);
    this.name = name;
  }

  /**
   * The epoch that is kept; a new one where there is none yet.
   *
   * @throws IOException it cannot be read or made, or holds no epoch; it is left as it is
   */
  public Epoch epoch(SecureRandom random) throws IOException {
    byte[] fresh = (Epoch.random(random).hex() + "\n").getBytes(StandardCharsets.US_ASCII);
    String kept = new String(file.keep(fresh), StandardCharsets.US_ASCII).strip();
    if (!Epoch.isHex(kept)) {
      throw new IOException(name + " holds no epoch of 64 lower-case hex digits; it is left");
    }
    return new Epoch(kept);
  }
}
