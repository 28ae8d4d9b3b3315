package io.holdfast.exchange.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.litmus.ExchangeContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JGroups over TLS keeps the contract of carriers, and lets only trusted certificates in. */
class TlsExchangeContractTest extends ExchangeContract {

  private static final String PASSWORD = "of a test";
  private static final long SHORT_SECONDS = 3;

  @TempDir static Path directory;

  private static RawPath password;
  private static RawPath members;
  private static RawPath strangers;

  @BeforeAll
  static void makeKeys() throws Exception {
    password = PrivateFiles.write(directory, "password", PASSWORD + "\n", "rw-------");
    members = makeKey("members");
    strangers = makeKey("strangers");
  }

  /** A key with a certificate that nobody else has signed. */
  private static RawPath makeKey(String name) throws Exception {
    Path store = directory.resolve(name);
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass:file",
                directory.resolve("password").toString(),
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + name)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start();
    assertThat(keytool.waitFor()).as(name + ".log").isZero();
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
    return RawPath.of(store.toString());
  }

  /** Who has a key trusts whom. */
  private static Tls tls(RawPath key, RawPath trusted) throws Exception {
    return Tls.read(Bindings.load(), key, trusted, password);
  }

  @Override
  protected List<Exchange> newGroup(int size) throws Exception {
    return List.copyOf(LoopbackGroup.of(size).openAll(tls(members, members)));
  }

  @Override
  protected NanoClock clock() {
    return LoopbackGroup.CLOCK;
  }

  @Test
  void aStrangersCertificateIsRefusedAndCounted() throws Exception {
    assertNoGroup(tls(strangers, members), "refused here, the last one /127.0.0.1:");
  }

  @Test
  void whoDoesNotTrustTheOthersDoesNotJoin() throws Exception {
    assertNoGroup(tls(members, strangers), "did not join");
  }

  private static void assertNoGroup(Tls second, String reason) throws Exception {
    LoopbackGroup group = LoopbackGroup.of(2);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Tls good = tls(members, members);
    Future<JGroupsExchange> first = thread.submit(() -> group.open(0, good, SHORT_SECONDS));
    assertThatThrownBy(() -> group.open(1, second, SHORT_SECONDS))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("the group did not begin");
    assertThatThrownBy(first::get).hasMessageContaining(reason);
    thread.shutdown();
  }

  @Test
  void aKeyThatOthersMayReadIsRefused() throws Exception {
    byte[] store = Files.readAllBytes(directory.resolve("members"));
    RawPath readable = PrivateFiles.write(directory, "readable", store, "rw-r-----");
    assertThatThrownBy(() -> tls(readable, members))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("a secret is for its owner alone");
    assertThat(tls(members, readable)).isNotNull();
    RawPath wrong = PrivateFiles.write(directory, "wrong", "another", "rw-------");
    assertThatThrownBy(() -> Tls.read(Bindings.load(), members, members, wrong))
        .isInstanceOf(ExchangeException.class)
        .hasMessageStartingWith("no TLS with ");
  }
}
