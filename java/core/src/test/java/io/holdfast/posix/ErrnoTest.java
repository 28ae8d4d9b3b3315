package io.holdfast.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ErrnoTest {

  @Test
  void namesComeFromThePlatformsTable() {
    assertThat(Errno.of(Errno.EAGAIN.asResult()))
        .isEqualTo(Errno.EAGAIN)
        .hasToString(text(Errno.EAGAIN));
    assertThat(Errno.EAGAIN.symbol()).isEqualTo("EAGAIN");
  }

  @Test
  void anUnknownNumberPrintsAsItself() {
    Errno unknown = Errno.of(-512);

    assertThat(unknown).hasToString("512");
    assertThat(unknown.symbol()).isEqualTo("512");
    assertThat(unknown.is(-512)).isTrue();
  }

  @Test
  void isComparesWholeResults() {
    assertThat(Errno.ENOENT.is(Errno.ENOENT.asResult())).isTrue();
    assertThat(Errno.ENOENT.is(Errno.EEXIST.asResult())).isFalse();
    assertThat(Errno.ENOENT.is(Errno.ENOENT.number())).isFalse();
    assertThat(Errno.ENOENT.is(Errno.ENOENT.asResult() + (1L << 32))).isFalse();
  }

  @Test
  void aSuccessHasNoErrno() {
    assertThatThrownBy(() -> Errno.of(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Errno.of(Long.MIN_VALUE)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Errno.ofNumber(0)).isInstanceOf(IllegalArgumentException.class);
  }

  private static String text(Errno errno) {
    return errno.symbol() + " (" + errno.number() + ")";
  }
}
