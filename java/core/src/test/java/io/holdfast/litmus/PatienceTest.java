package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatienceTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong now = new AtomicLong();

  /** A busy machine may need longer than the whole patience to get to its first look. */
  @Test
  void timeBeginsWithTheFirstMiss() {
    Patience patience = new Patience(now::get, 2 * SECOND, 60 * SECOND);
    now.set(3 * SECOND);

    assertThat(patience.allowsAnother()).isTrue();
    now.set(5 * SECOND - 1);
    assertThat(patience.allowsAnother()).isTrue();
    now.set(5 * SECOND);
    assertThat(patience.allowsAnother()).isFalse();
  }

  @Test
  void theLastTryHasTimeForItsAnswerBeforeTheDeadline() {
    Patience patience = new Patience(now::get, 20 * SECOND, 10 * SECOND);

    assertThat(patience.allowsAnother()).isTrue();
    now.set(10 * SECOND - 250_000_000L);
    assertThat(patience.allowsAnother()).isFalse();
  }

  @Test
  void nothingIsTriedAgainBehindTheDeadline() {
    now.set(11 * SECOND);

    assertThat(new Patience(now::get, SECOND, 10 * SECOND).allowsAnother()).isFalse();
  }
}
