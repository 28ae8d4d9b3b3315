package io.holdfast.testkit.decorator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeanwhilePosixTest {

  private final Invocations below = new Invocations();
  private final MeanwhilePosix meanwhile = new MeanwhilePosix(below.posix);
  private final List<Integer> reachedThen = new ArrayList<>();

  @Test
  void actsBeforeAndAfterTheNextSuchCallOnce() {
    meanwhile.before(PosixCall.FSYNC, call -> true, this::note);
    meanwhile.after(PosixCall.FSYNC, call -> true, this::note);

    meanwhile.fdatasync(3);
    meanwhile.fsync(3);
    meanwhile.fsync(3);

    assertThat(reachedThen).containsExactly(1, 2);
  }

  @Test
  void waitsForACallThatThePredicateAccepts() {
    meanwhile.before(PosixCall.FSYNC, call -> call.descriptor() == 4, this::note);

    meanwhile.fsync(3);
    assertThat(reachedThen).isEmpty();
    meanwhile.fsync(4);
    assertThat(reachedThen).containsExactly(1);
  }

  @Test
  void eachActionTakesACallOfItsOwn() {
    meanwhile.after(PosixCall.FSYNC, call -> true, this::note);
    meanwhile.after(PosixCall.FSYNC, call -> true, this::note);

    meanwhile.fsync(3);
    assertThat(reachedThen).containsExactly(1);
    meanwhile.fsync(3);
    assertThat(reachedThen).containsExactly(1, 2);
  }

  @Test
  void anActionMayMakeCallsItself() {
    meanwhile.before(PosixCall.FSYNC, call -> true, () -> meanwhile.fsync(9));

    assertThat(meanwhile.fsync(3)).isEqualTo(Invocations.ANSWER);

    assertThat(below.reached).extracting(r -> r.arguments().get(0)).containsExactly(9, 3);
  }

  private void note() {
    reachedThen.add(below.reached.size());
  }
}
