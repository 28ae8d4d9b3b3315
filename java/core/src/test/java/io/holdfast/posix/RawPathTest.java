package io.holdfast.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RawPathTest {

  @Test
  void textIsShownAsItIs() {
    assertThat(RawPath.of("/data/größe 1")).hasToString("/data/größe 1");
  }

  @Test
  void whatCouldSteerATerminalIsEscaped() {
    assertThat(RawPath.of("a\u001b[2Jb\nc\u007f")).hasToString("a\\x1b[2Jb\\x0ac\\x7f");
    assertThat(RawPath.of("a\u202eb\u0085c\u2028d")).hasToString("a\\u{202e}b\\u{85}c\\u{2028}d");
  }

  @Test
  void aBackslashIsEscapedSoThatNoNameLooksLikeAnother() {
    assertThat(RawPath.of("a\\x0a").toString()).isEqualTo("a\\\\x0a");
    assertThat(RawPath.of("a\n").toString()).isEqualTo("a\\x0a");
  }

  @Test
  void bytesThatAreNotUtf8AreShownOneByOne() {
    RawPath path = RawPath.of(new byte[] {'a', (byte) 0xff, 'b'});

    assertThat(path.isUtf8()).isFalse();
    assertThat(path).hasToString("a\\xffb");
    assertThat(path.hex()).isEqualTo("61ff62");
  }

  @Test
  void bytesAreCopiedInAndOut() {
    byte[] given = {'a'};
    RawPath path = RawPath.of(given);
    given[0] = 'b';
    path.bytes()[0] = 'c';

    assertThat(path).isEqualTo(RawPath.of("a"));
  }

  @Test
  void resolveAddsOneSlash() {
    RawPath name = RawPath.of("n");

    assertThat(RawPath.of("/d").resolve(name)).isEqualTo(RawPath.of("/d/n"));
    assertThat(RawPath.of("/d/").resolve(name)).isEqualTo(RawPath.of("/d/n"));
    assertThat(RawPath.of("").resolve(name)).isEqualTo(name);
  }

  @Test
  void anExceptionNamesOperationErrnoAndName() {
    byte[] name = "x\ny".getBytes(StandardCharsets.UTF_8);
    PosixException exception = PosixException.of("openat", Errno.ENOENT.asResult(), name);

    assertThat(exception).hasMessage("openat x\\x0ay: " + Errno.ENOENT);
    assertThat(exception.errno()).isEqualTo(Errno.ENOENT);
    assertThat(exception.operation()).isEqualTo("openat");
  }
}
