package io.holdfast.cli;

import io.holdfast.posix.RawPath;

/** The files by which a member of a named group shows that it is one. */
public sealed interface Credentials {

  /** What all members know and nobody else. */
  record SharedSecret(RawPath file) implements Credentials {}

  /**
   * TLS, by stores in PKCS #12 with one password.
   *
   * @param key the member's own private key and certificate
   * @param trust whose certificates are accepted
   * @param password a file with the password of both
   */
  record Certificates(RawPath key, RawPath trust, RawPath password) implements Credentials {}
}
