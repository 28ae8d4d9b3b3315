package io.holdfast.exchange.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.exchange.jgroups.GroupFile.Seat;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A secret that others can read is none. */
class SecretTest {

  @TempDir Path directory;
  private Posix posix;
  private GroupFile group;

  @BeforeEach
  void load() throws Exception {
    posix = Bindings.load();
    group =
        GroupFile.parse(
            LoopbackGroup.document(List.of(new Seat("a", "h", 1)))
                .getBytes(StandardCharsets.US_ASCII));
  }

  private RawPath file(String content, String mode) throws Exception {
    return PrivateFiles.write(directory, "secret", content, mode);
  }

  private byte[] proof(Secret secret) {
    return secret.groupKey(group).tag("any", new byte[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw-rw----", "rw----r--", "rw--w----", "rwx--x--x"})
  void aFileThatOthersMayUseIsRefused(String mode) throws Exception {
    RawPath path = file(PrivateFiles.SECRET, mode);
    assertThatThrownBy(() -> Secret.read(posix, path))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("a secret is for its owner alone (chmod 600)");
    try (Descriptor open = open(path)) {
      assertThatThrownBy(() -> Secret.read(posix, open.number()))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("a secret is for its owner alone (chmod 600)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void aPrivateFileIsReadByNameAndByDescriptor(String mode) throws Exception {
    RawPath path = file(PrivateFiles.SECRET, mode);
    Secret byName = Secret.read(posix, path);
    try (Descriptor open = open(path)) {
      assertThat(proof(Secret.read(posix, open.number()))).isEqualTo(proof(byName));
    }
  }

  @Test
  void theLineBreakAtTheEndIsNotPartOfIt() throws Exception {
    byte[] plain = proof(Secret.read(posix, file(PrivateFiles.SECRET, "rw-------")));
    for (String end : List.of("\n", "\r\n")) {
      Secret secret = Secret.read(posix, file(PrivateFiles.SECRET + end, "rw-------"));
      assertThat(proof(secret)).isEqualTo(plain);
    }
    Secret other = Secret.read(posix, file(PrivateFiles.SECRET + "\n\n", "rw-------"));
    assertThat(proof(other)).isNotEqualTo(plain);
  }

  @Test
  void itIsNeitherShortNorEndless() throws Exception {
    RawPath shortOne = file("x".repeat(Secret.BYTES_LEAST - 1) + "\n", "rw-------");
    assertThatThrownBy(() -> Secret.read(posix, shortOne)).hasMessageContaining("has 31 bytes");
    RawPath longOne = file("x".repeat(Secret.BYTES_LIMIT + 1), "rw-------");
    assertThatThrownBy(() -> Secret.read(posix, longOne))
        .hasMessageContaining("longer than " + Secret.BYTES_LIMIT);
    RawPath device = RawPath.of("/dev/zero");
    assertThatThrownBy(() -> Secret.read(posix, device)).hasMessageContaining("no regular file");
  }

  @Test
  void itIsNeverShown() throws Exception {
    assertThat(Secret.read(posix, file(PrivateFiles.SECRET, "rw-------")).toString())
        .doesNotContain(PrivateFiles.SECRET.substring(0, 8));
  }

  private Descriptor open(RawPath path) throws Exception {
    return Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), Flags.O_RDONLY, 0);
  }
}
