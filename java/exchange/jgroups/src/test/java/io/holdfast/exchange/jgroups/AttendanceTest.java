package io.holdfast.exchange.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.BitSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a group begins, and who is missing from it afterwards. */
class AttendanceTest {

  private static final NanoClock CLOCK = () -> 0;

  private Attendance attendance;

  @BeforeEach
  void sit() throws Exception {
    attendance = new Attendance(Seating.of(LoopbackGroup.of(3).file()), 0);
  }

  private static BitSet ranks(int... ranks) {
    BitSet set = new BitSet();
    for (int rank : ranks) {
      set.set(rank);
    }
    return set;
  }

  private boolean begins() throws InterruptedException {
    return attendance.begins(attendance.isEverybodyInView(), CLOCK, 0);
  }

  /** Incarnations are 11 and 12. */
  private void begin() throws InterruptedException {
    attendance.view(2, ranks(0, 1, 2));
    attendance.seesAll(1, 11);
    attendance.seesAll(2, 12);
    assertThat(begins()).isTrue();
  }

  @Test
  void itBeginsWhenEverybodySeesEverybody() throws Exception {
    attendance.view(1, ranks(0, 1));
    assertThat(attendance.seesAll(1, 11)).as("not seen by everybody").isFalse();
    assertThat(begins()).isFalse();
    assertThat(attendance.tellMissing()).startsWith("member 2, m2 (").endsWith("did not join");
    attendance.view(2, ranks(0, 1, 2));
    assertThat(begins()).isFalse();
    assertThat(attendance.undecided()).isEqualTo(ranks(2));
    assertThat(attendance.tellMissing()).startsWith("not sure of everybody: member 2, m2 (");
    assertThat(attendance.seesAll(2, 12)).isTrue();
    assertThat(begins()).isTrue();
  }

  @Test
  void whoGoesBeforeItBeginsHasToSayItAgain() throws Exception {
    attendance.view(2, ranks(0, 1, 2));
    attendance.seesAll(1, 11);
    attendance.view(3, ranks(0, 2));
    attendance.view(4, ranks(0, 1, 2));
    attendance.seesAll(2, 12);
    assertThat(begins()).isFalse();
    attendance.seesAll(1, 111);
    assertThat(begins()).isTrue();
  }

  @Test
  void anEarlierViewThatIsToldLateChangesNothing() throws Exception {
    begin();
    attendance.view(1, ranks(0, 1));
    assertThatCode(attendance::requireNobodyLost).doesNotThrowAnyException();
    attendance.view(3, ranks(0, 1));
    assertLost("member 2, m2 (");
  }

  @Test
  void whoSaidFarewellIsNotLost() throws Exception {
    begin();
    attendance.left(2);
    attendance.view(3, ranks(0, 1));
    assertThatCode(() -> attendance.requireHere(1)).doesNotThrowAnyException();
    assertThatThrownBy(() -> attendance.requireHere(2)).hasMessageContaining("has left");
    attendance.view(4, ranks(0));
    assertLost("member 1, m1 (");
  }

  @Test
  void anotherProcessInTheSamePlaceIsALoss() throws Exception {
    begin();
    assertThat(attendance.seesAll(1, 11)).isTrue();
    assertThat(attendance.seesAll(1, 111)).isFalse();
    assertLost("member 1, m1 (");
    assertThat(attendance.seesAll(2, 12)).isFalse();
  }

  @Test
  void whoLeftAndComesBackIsNotTakenIn() throws Exception {
    begin();
    attendance.left(1);
    assertThat(attendance.seesAll(1, 111)).isFalse();
    assertThatCode(attendance::requireNobodyLost).doesNotThrowAnyException();
  }

  private void assertLost(String who) {
    assertThatThrownBy(attendance::requireNobodyLost)
        .isInstanceOf(ExchangeException.class)
        .hasMessageStartingWith(who)
        .hasMessageContaining("was lost");
  }
}
