package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ManualClockTest {

  @Test
  void theMonotonicClockMovesOnlyWhenTold() {
    ManualNanoClock clock = new ManualNanoClock(5);

    assertThat(clock.nanoTime()).isEqualTo(5);
    assertThat(clock.advance(10)).isEqualTo(15);
    assertThat(clock.nanoTime()).isEqualTo(15);
    assertThatThrownBy(() -> clock.advance(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theWallClockJumpsBothWays() {
    ManualEpochClock clock = new ManualEpochClock(1_000);

    assertThat(clock.advance(-400)).isEqualTo(600);
    clock.set(9_000);
    assertThat(clock.millis()).isEqualTo(9_000);
  }
}
