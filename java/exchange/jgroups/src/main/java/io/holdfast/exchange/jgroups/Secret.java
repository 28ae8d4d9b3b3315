package io.holdfast.exchange.jgroups;

import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.Arrays;

/**
 * A secret that all members of a group share. Every byte between them is then authenticated, none
 * is hidden: whoever sees the network reads the frames. Whoever knows the secret can pretend to be
 * any member.
 *
 * <p>It comes from a file or a descriptor, never from an argument or the environment, which other
 * users of a host can see. The construction is told at {@link SealedHandshake} and {@link
 * SealedRecords}.
 */
public final class Secret implements Credential {

  /** Fewest bytes; take random ones: {@code head -c 32 /dev/urandom | base64 >FILE}. */
  public static final int BYTES_LEAST = 32;

  /** Most bytes. */
  public static final int BYTES_LIMIT = 4096;

  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads a secret file: regular, of this user or root, with mode 0600 or less. One line break at
   * its end is not part of the secret.
   *
   * @throws ExchangeException it is not such a file, or the secret is too short or too long
   */
  public static Secret read(Posix posix, RawPath path) throws ExchangeException {
    return of(new SmallFile(posix, BYTES_LIMIT).readPrivate(path), path.toString());
  }

  /**
   * Reads a secret from an open descriptor up to its end, and leaves it open. A pipe may be read; a
   * regular file has to be private as one that is read by its name.
   */
  public static Secret read(Posix posix, int descriptor) throws ExchangeException {
    return of(
        new SmallFile(posix, BYTES_LIMIT).readPrivate(descriptor), "descriptor " + descriptor);
  }

  private static Secret of(byte[] content, String name) throws ExchangeException {
    int length = content.length;
    if (length > 0 && content[length - 1] == '\n') {
      length -= length > 1 && content[length - 2] == '\r' ? 2 : 1;
    }
    if (length < BYTES_LEAST) {
      throw new ExchangeException(
          "the secret in " + name + " has " + length + " bytes, " + BYTES_LEAST + " at least");
    }
    return new Secret(Arrays.copyOf(content, length));
  }

  /** The key of a group: HMAC-SHA256 of the group file's digest. */
  MacKey groupKey(GroupFile group) {
    return new MacKey(bytes).derive("holdfast-exchange-v1 group", group.digest());
  }

  @Override
  public String toString() {
    return "a secret";
  }
}
