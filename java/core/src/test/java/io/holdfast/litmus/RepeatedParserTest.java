package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedParserTest {

  private static Repeated parsed(String answer) {
    LitmusMember member = new LitmusMember("b", new LocalAgentLauncher(), RawPath.of("/d"));
    return RepeatedParser.of(new Participant(member, NanoClock.system()), Reply.parse(answer));
  }

  @Test
  void readsWhatWasMeasured() {
    Repeated.Done done =
        (Repeated.Done) parsed("ok 100 900 3 700 600 rename:3,directory_sync:6 50:2,300:1");
    assertThat(done.begunNanos()).isEqualTo(100);
    assertThat(done.endedNanos()).isEqualTo(900);
    assertThat(done.sumNanos()).isEqualTo(700);
    assertThat(done.longestNanos()).isEqualTo(600);
    assertThat(done.calls()).isEqualTo(Map.of("rename", 3L, "directory_sync", 6L));
    assertThat(done.times())
        .containsExactly(new Repeated.Bucket(50, 2), new Repeated.Bucket(345, 1));
  }

  @Test
  void bucketsFollowOneAnotherWithoutAGap() {
    assertThat(RepeatedParser.longest("1")).isEqualTo(1);
    assertThat(RepeatedParser.longest("255")).isEqualTo(255);
    assertThat(RepeatedParser.longest("256")).isEqualTo(257);
    long before = 0;
    for (int index = 1; index < 7296; index++) {
      long longest = RepeatedParser.longest(Integer.toString(index));
      assertThat(longest - before).as("bucket " + index).isPositive();
      assertThat(longest - before).as("bucket " + index).isLessThanOrEqualTo(1 + longest / 128);
      before = longest;
    }
    assertThat(before).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> RepeatedParser.longest("7296"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "ok 1 2 3",
        "ok 1 2 2 4 3 rename:1 7:1",
        "ok 1 2 1 4 x rename:1 7:1",
        "ok 1 2 1 4 3 rename 7:1",
        "ok 1 2 1 4 3 rename:0 7:1",
        "ok 1 2 1 4 3 rename:1 -7:1",
        "ok 1 2 1 4 3 rename:1 99999:1"
      })
  void whatIsNoMeasurementIsNone(String answer) {
    assertThat(parsed(answer))
        .isInstanceOfSatisfying(
            Repeated.Refused.class,
            refused ->
                assertThat(refused.reason()).startsWith("b answered what is no measurement: "));
  }

  @Test
  void tellsWhyThereIsNone() {
    assertThat(parsed("err 28 ENOSPC pwrite"))
        .isEqualTo(new Repeated.Refused("b", "b: pwrite: ENOSPC (28)", Optional.of(Errno.ENOSPC)));
    assertThat(parsed("bad no such command"))
        .isEqualTo(
            new Repeated.Refused("b", "b did not understand: no such command", Optional.empty()));
  }
}
