package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContentTest {

  private final Content content = new Content(1);

  @Test
  void saysItselfWhichVersionItIs() {
    for (int version = 1; version < 50; version++) {
      assertThat(content.versionOf("a/x", content.of("a/x", version))).contains(version);
      assertThat(content.versionOf("a/y", content.of("a/x", version))).isEmpty();
    }
  }

  @Test
  void isAnotherWithEverySeed() {
    assertThat(new Content(2).versionOf("a/x", content.of("a/x", 1))).isEmpty();
  }

  @Test
  void isShorterThanASectorAndLongerThanTwoBlocks() {
    int[] lengths = IntStream.range(1, 100).map(i -> content.of("a/x", i).length).toArray();
    assertThat(IntStream.of(lengths).filter(length -> length < 512).count()).isPositive();
    assertThat(IntStream.of(lengths).filter(length -> length > 8192).count()).isPositive();
  }

  @Test
  void whatIsTornIsDescribed() {
    assertThat(content.describe(new byte[3])).isEqualTo("3 bytes, 3 of them zero, first line ''");
    assertThat(content.describe(new byte[] {'h', 'i', '\n', 0}))
        .isEqualTo("4 bytes, 1 of them zero, first line 'hi'");
  }
}
