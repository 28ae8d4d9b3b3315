package io.holdfast.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lease.WorkId;
import io.holdfast.target.TargetGroup.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TargetGroupTest {

  @Test
  void primaryStandsFirstAndSkippedTargetsAreLeftOut() {
    TargetGroup group =
        TargetGroup.ofJob(
            OptionalLong.of(77),
            List.of(new Action(88, "solve"), new Action(99, "skip"), new Action(77, "sample")));

    assertThat(group.targets()).containsExactly(77L, 88L);
  }

  @Test
  void jobWithoutPrimaryHasTheTargetsOfItsActions() {
    TargetGroup group = TargetGroup.ofJob(OptionalLong.empty(), List.of(new Action(88, "solve")));

    assertThat(group.targets()).containsExactly(88L);
  }

  @Test
  void orderOfDigestsIsTheSameForEverybody() {
    TargetGroup one = TargetGroup.of(List.of(77L, 88L, 99L));
    TargetGroup other = TargetGroup.of(List.of(88L, 99L, 77L, 88L));

    assertThat(one.byId().values()).containsExactly(99L, 77L, 88L);
    assertThat(other).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(other.targets()).containsExactly(88L, 99L, 77L);
    assertThat(one.byId()).containsKey(WorkId.ofTarget(88));
  }

  @Test
  void sixtyFourTargetsAreAGroupAndOneMoreIsAnError() {
    List<Long> most = new ArrayList<>(LongStream.rangeClosed(1, 64).boxed().toList());
    assertThat(TargetGroup.of(most).targets()).hasSize(64);
    most.add(64L);
    assertThat(TargetGroup.of(most).targets()).hasSize(64);
    most.add(65L);

    assertThatThrownBy(() -> TargetGroup.of(most))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 64 targets, this has 65");
  }

  @Test
  void groupWithoutTargetsIsAnError() {
    assertThatThrownBy(
            () -> TargetGroup.ofJob(OptionalLong.empty(), List.of(new Action(5, "skip"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void targetsThatAreNotPositiveAreErrors() {
    for (long target : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> TargetGroup.of(List.of(target)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("" + target);
    }
  }
}
