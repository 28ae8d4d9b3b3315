package io.holdfast.exchange.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a terminal shows of strangers is what a terminal may show. */
class RefusalsTest {

  private final Refusals refusals = new Refusals();

  @Test
  void nothingIsToldOfNobody() {
    assertThat(refusals.count()).isZero();
    assertThat(refusals.tell()).isEmpty();
  }

  @Test
  void theLastOneIsTold() {
    refusals.count("a", "first");
    assertThat(refusals.tell()).isEqualTo("; one connection was refused here, a: first");
    refusals.count("b", "second");
    assertThat(refusals.tell())
        .isEqualTo("; 2 connections were refused here, the last one b: second");
  }

  @Test
  void whatOthersChoseIsPrintableAndShort() {
    refusals.count("a", "\u001b[2J\nä" + "x".repeat(1000));
    assertThat(refusals.tell())
        .startsWith("; one connection was refused here, a: ?[2J??xxx")
        .hasSizeLessThan(300);
  }
}
