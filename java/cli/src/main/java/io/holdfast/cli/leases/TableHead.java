package io.holdfast.cli.leases;

import io.holdfast.lease.TableManifest;
import io.holdfast.posix.RawPath;
import java.util.Locale;

/**
 * Which table is spoken of.
 *
 * @param hasManifest whether the table says itself what it is
 */
public record TableHead(RawPath path, TableManifest manifest, boolean hasManifest) {

  /** {@code work} or {@code target}. */
  public String kind() {
    return manifest.kind().name().toLowerCase(Locale.ROOT);
  }

  /** {@code fence}, {@code flock} or {@code mkdir}. */
  public String protocol() {
    return manifest.protocol().name().toLowerCase(Locale.ROOT);
  }

  /** In words, for people. */
  public String inWords() {
    return protocol()
        + " table of "
        + kind()
        + ", "
        + manifest.shardCount()
        + " shards, ttl "
        + Ages.text(manifest.ttlMillis() / 1e3)
        + (hasManifest ? "" : "; it has no manifest, so this is assumed");
  }
}
