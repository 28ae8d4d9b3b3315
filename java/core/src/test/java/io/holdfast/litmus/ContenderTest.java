package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContenderTest {

  @Test
  void readsNumbersOfAllSixtyFourBits() throws Exception {
    List<String> values = List.of("41", "-8001288563761960364", "18446744073709551615");
    assertThat(Contender.number(values, 0)).isEqualTo(41);
    assertThat(Contender.number(values, 1)).isEqualTo(-8001288563761960364L);
    assertThat(Contender.number(values, 2)).isEqualTo(-1);
  }

  @Test
  void whatIsNoNumberShowsNothing() {
    assertThatThrownBy(() -> Contender.number(List.of("x"), 0)).isInstanceOf(Stopped.class);
    assertThatThrownBy(() -> Contender.number(List.of(), 0)).isInstanceOf(Stopped.class);
  }
}
