package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.RawPath;
import org.junit.jupiter.api.Test;

/** Why a member cannot take part. */
class ParticipantTest {

  private static final String HELLO = "=1 ok 1 boot 6e 7 0 0 6b 6d";

  private final TickingClock clock = new TickingClock(1_000_000);

  private Participant member(boolean dies) {
    FakeProcess agent =
        new FakeProcess(
            (process, line) -> {
              if (line.endsWith("hello")) {
                return HELLO;
              }
              if (dies) {
                process.die();
              }
              return null;
            });
    return new Participant(new LitmusMember("a", () -> agent, RawPath.of("/d")), clock);
  }

  @Test
  void storageThatDoesNotAnswerMayBeGivenMoreTime() {
    assertThatThrownBy(() -> member(false).enter(clock.nanoTime() + 1_000_000_000L))
        .isInstanceOf(LitmusException.class)
        .hasMessageContaining("a:/d: the storage does not answer")
        .hasMessageContaining("--timeout");
  }

  @Test
  void aProcessThatEndedIsNoStorageThatIsSlow() {
    assertThatThrownBy(() -> member(true).enter(clock.nanoTime() + 1_000_000_000L))
        .isInstanceOf(LitmusException.class)
        .hasMessageContaining("a:/d: ")
        .hasMessageContaining("the process of a ended before it answered")
        .hasMessageNotContaining("--timeout");
  }
}
