package io.holdfast.gauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowTest {

  private static final CallCounts ONE = CallCounts.of(CountedCall.FILE_SYNC, 1);

  private static Latencies times(int count, long nanos) {
    long[] all = new long[count];
    Arrays.fill(all, nanos);
    return Latencies.of(all);
  }

  private static Row row(RowKind kind, int count, long nanos) {
    return Row.measured(kind, ONE, ONE.times(count), times(count, nanos));
  }

  @Test
  void callsThatAreNotThoseOfTheModelVoidIt() {
    Latencies times = times(30, 1_000_000);
    assertThat(Row.measured(RowKind.FSYNC, ONE, ONE.times(30), times).isVoid()).isFalse();
    CallCounts fewer = ONE.times(29);
    CallCounts others = ONE.times(30).plus(CountedCall.RENAME, 1);
    for (CallCounts counted : new CallCounts[] {fewer, others, CallCounts.NONE}) {
      Row row = Row.measured(RowKind.FSYNC, ONE, counted, times);
      assertThat(row.latencies()).isEmpty();
      assertThat(row.counted()).isEqualTo(counted);
      assertThat(row.voided().orElseThrow().errno()).isEmpty();
      assertThat(row.voided().orElseThrow().reason())
          .isEqualTo("30 operations must make 30 fsync, and made " + counted);
    }
  }

  @Test
  void isImplausibleBelowWhatItsBarriersTakeOnAMedium() {
    assertThat(row(RowKind.FSYNC, 30, 19_900).isImplausible()).isTrue();
    assertThat(row(RowKind.FSYNC, 30, 20_100).isImplausible()).isFalse();
    assertThat(row(RowKind.FDATASYNC, 30, 12_000).isImplausible()).isFalse();
    assertThat(row(RowKind.PUBLISH, 30, 30_000).isImplausible()).isTrue();
    assertThat(row(RowKind.FLOCK_ROUND_TRIP, 30, 1).isImplausible()).isFalse();
    assertThat(row(RowKind.FSYNC, 19, 100).isImplausible()).as("too few to say").isFalse();
    assertThat(Row.failed(RowKind.FSYNC, ONE, "gone", Optional.empty()).isImplausible()).isFalse();
  }

  @Test
  void hasTimesOrAReason() {
    assertThatThrownBy(() -> new Row(RowKind.FSYNC, ONE, ONE, Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
