package io.holdfast.jnr;

import static org.assertj.core.api.Assertions.assertThat;

import jnr.ffi.Runtime;
import org.junit.jupiter.api.Test;

/** The structs have the sizes that a C compiler gives them on linux-x86_64. */
class LayoutsTest {

  private final Runtime runtime = Runtime.getSystemRuntime();

  @Test
  void structsAreAsLargeAsTheCompilersAre() {
    assertThat(new Layouts.Timespec(runtime).size()).isEqualTo(16);
    assertThat(new Layouts.Stat(runtime).size()).isEqualTo(144);
    assertThat(new Layouts.StatxTime(runtime).size()).isEqualTo(16);
    assertThat(new Layouts.Statx(runtime).size()).isEqualTo(256);
    assertThat(new Layouts.Statfs(runtime).size()).isEqualTo(120);
    assertThat(new Layouts.RecordLock(runtime).size()).isEqualTo(32);
    assertThat(new Layouts.OpenHow(runtime).size()).isEqualTo(24);
  }

  @Test
  void timesEndWhereLongEnds() {
    assertThat(Layouts.nanos(-1, 999_999_999)).isEqualTo(-1);
    assertThat(Layouts.nanos(Long.MAX_VALUE / 1_000_000_000, 999_999_999))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(Layouts.nanos(1L << 40, 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(Layouts.nanos(-(1L << 40), 0)).isEqualTo(Long.MIN_VALUE);
  }
}
