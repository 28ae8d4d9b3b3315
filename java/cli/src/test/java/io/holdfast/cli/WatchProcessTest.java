package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast watch} by processes that find each other. */
class WatchProcessTest {

  @TempDir private Path directory;

  @BeforeEach
  void makeAGroup() throws Exception {
    TwoMembers.makeIn(directory);
  }

  @Test
  void membersOfANamedGroupQualifyOneRoot() throws Exception {
    assertBothQualify("--secret=secret");
  }

  @Test
  void membersMayShowCertificatesInPlaceOfASecret() throws Exception {
    TwoMembers.keep(directory.resolve("password"), "of a test\n");
    ForkedCommand keytool =
        ForkedCommand.run(
            directory,
            "umask 077; "
                + Path.of(System.getProperty("java.home"), "bin", "keytool")
                + " -genkeypair -keystore group.p12 -storetype PKCS12 -storepass:file password"
                + " -keyalg EC -alias group -dname CN=group 2>&1");
    assertThat(keytool.status()).as(keytool.output()).isZero();
    assertBothQualify("--tls-key=group.p12 --tls-password=password");
    assertBothQualify("--tls-key=group.p12 --tls-trust=group.p12 --tls-password=password");
  }

  private void assertBothQualify(String credentials) throws Exception {
    ForkedCommand runs =
        ForkedCommand.run(directory, TwoMembers.both("watch state --one-host " + credentials));
    String a = Files.readString(directory.resolve("a.out"));
    String b = Files.readString(directory.resolve("b.out"));
    assertThat(runs.output()).as(a + b).isEqualTo("a 0\nb 0\n");
    assertThat(a).contains("member 0 of 2, carrier jgroups", "generation 0  one-host");
    assertThat(b).contains("member 1 of 2, carrier jgroups", "generation 0  one-host");
  }

  @Test
  void whoWaitsInVainNamesWhoIsMissing() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            "\"$@\" watch state --group=group --name=a --secret=secret --join-timeout=0.2s");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors())
        .contains("holdfast: the group cannot be joined: ", "b (127.0.0.1:")
        .contains("--join-timeout waits longer");
  }

  @Test
  void whatMoreTimeDoesNotMendIsToldWithoutThatHint() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            "chmod 644 secret; \"$@\" watch state --group=group --name=a --secret=secret");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).contains("has mode 0644").doesNotContain("--join-timeout");
  }
}
