package io.holdfast.exchange.jgroups;

import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates: TLS 1.3, and both sides show theirs. Whoever has one that the trust store accepts
 * may be any member of the group; names in certificates are not compared with the group file.
 */
public final class Tls implements Credential {

  /** Longest key or trust store, in bytes. */
  public static final int STORE_LIMIT = 1024 * 1024;

  private static final int PASSWORD_LIMIT = 1024;
  private static final String STORE_TYPE = "PKCS12";

  private final SSLContext context;

  private Tls(SSLContext context) {
    this.context = context;
  }

  /**
   * Reads a member's key and whom it trusts, both PKCS #12 with one password.
   *
   * @param keyStore the private key with its certificates; as private as a secret file
   * @param trustStore certificates of authorities, or of the members
   * @param password a file as private as a secret file, without the line break at its end
   * @throws ExchangeException a file cannot be read, is not private, or is no such store
   */
  public static Tls read(Posix posix, RawPath keyStore, RawPath trustStore, RawPath password)
      throws ExchangeException {
    byte[] keys = new SmallFile(posix, STORE_LIMIT).readPrivate(keyStore);
    byte[] trusted = new SmallFile(posix, STORE_LIMIT).read(trustStore);
    char[] word =
        new String(
                new SmallFile(posix, PASSWORD_LIMIT).readPrivate(password), StandardCharsets.UTF_8)
            .stripTrailing()
            .toCharArray();
    try {
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(load(keys, word), word);
      TrustManagerFactory others =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      others.init(load(trusted, word));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), others.getTrustManagers(), null);
      return new Tls(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new ExchangeException(
          "no TLS with " + keyStore + " and " + trustStore + ": " + e.getMessage(), e);
    } finally {
      Arrays.fill(word, ' ');
    }
  }

  private static KeyStore load(byte[] store, char[] password)
      throws GeneralSecurityException, IOException {
    KeyStore loaded = KeyStore.getInstance(STORE_TYPE);
    loaded.load(new ByteArrayInputStream(store), password);
    return loaded;
  }

  SSLContext context() {
    return context;
  }

  @Override
  public String toString() {
    return "TLS";
  }
}
