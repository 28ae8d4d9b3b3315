package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutsideTest {

  private final Outside outside = new Outside();

  @Test
  void takesWhatIsNotSmallerThanWhatItHas() {
    assertThat(outside.write(1, 5, "a")).isTrue();
    assertThat(outside.write(1, 5, "a")).isTrue();
    assertThat(outside.write(1, 4, "b")).isFalse();
    assertThat(outside.write(2, 4, "b")).isTrue();
    assertThat(outside.standing(1)).contains(new Outside.Written(5, "a"));
    assertThat(outside.standing(3)).isEmpty();
    assertThat(outside.violations()).isEmpty();
  }

  @Test
  void tellsTwoHoldersOfOneNumber() {
    outside.write(1, 5, "a");
    outside.write(1, 5, "b");
    assertThat(outside.violations()).singleElement().asString().contains("number 5: a and b");
  }
}
