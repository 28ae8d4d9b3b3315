package io.holdfast.qualification;

import io.holdfast.durable.Name;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * By which configuration a root's qualification is renewed, kept in the root itself: made once
 * before generation 1, then only compared, byte for byte. Whoever goes on with an epoch goes on
 * with its configuration.
 */
public final class ConfigurationFile {

  /** Its name in the root. */
  public static final String NAME = "renewal-configuration.json";

  private final CreatedOnce file;

  /**
   * @param root the directory that is qualified; a symbolic link to it is refused when it is used
   */
  public ConfigurationFile(Posix posix, RawPath root) {
    this.file = new CreatedOnce(posix, root, Name.of(NAME));
  }

  /** Makes or compares it. @return why this configuration is not the one; empty when it is */
  Optional<String> agree(RenewalConfiguration configuration, Epoch epoch) {
    byte[] own = configuration.document(epoch);
    try {
      byte[] kept = file.keep(own);
      return Arrays.equals(kept, own)
          ? Optional.empty()
          : Optional.of(
              NAME
                  + " keeps another configuration, and is left as it is: it has "
                  + shown(kept)
                  + ", this job has "
                  + shown(own));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String shown(byte[] document) {
    return new String(document, StandardCharsets.US_ASCII);
  }
}
